// Texts inside a PNG file: iTXt chunks (PNG specification, section 11.3.3.4) after its header.

const HEADER = 8 + 25;
const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

function crc(bytes) {
  let c = 0xffffffff;
  for (const b of bytes) c = TABLE[(c ^ b) & 255] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

/** One chunk: keyword in Latin-1, no compression, no language, then the text in UTF-8. */
function chunk(keyword, text) {
  const body = new TextEncoder().encode(`iTXt${keyword}\0\0\0\0\0${text}`);
  const out = new Uint8Array(body.length + 8);
  const view = new DataView(out.buffer);
  view.setUint32(0, body.length - 4);
  out.set(body, 4);
  view.setUint32(body.length + 4, crc(body));
  return out;
}

/** @param {Uint8Array} png a whole file · @param {Record<string, string>} texts by keyword */
export function withText(png, texts) {
  const chunks = Object.entries(texts).map(([keyword, text]) => chunk(keyword, text.replaceAll('\0', '')));
  const out = new Uint8Array(png.length + chunks.reduce((sum, c) => sum + c.length, 0));
  out.set(png.subarray(0, HEADER));
  let at = HEADER;
  for (const c of chunks) {
    out.set(c, at);
    at += c.length;
  }
  out.set(png.subarray(HEADER), at);
  return out;
}

import { FONT, colour, onPaper } from './theme.js';
import { SvgContext, svgFile } from './svg.js';
import { withText } from './png.js';

// A figure as a picture that can stand alone: its finding, how to read it, the drawing, and where it comes from.
// SVG and PNG are one drawing, on two kinds of context.

const WIDTH = 600;
/** Both are this many times larger, the PNG twice that: 2,400 pixels wide, sharp on every screen. */
const SCALE = 2;
const SHARP = 2;
const PAD = 24;
const TITLE = { size: 17, line: 22, weight: 600, token: 'ink' };
const SUB = { size: 12.5, line: 18, weight: 400, token: 'ink-3' };
const NOTE = { size: 10.5, line: 15, weight: 400, token: 'ink-3' };

/** A text in lines that fit; what is longer than a line is broken. */
function wrapped(x, text, { size, weight }, width) {
  x.font = `${weight} ${size}px ${FONT}`;
  const fits = (words) => x.measureText(words).width <= width;
  const lines = [''];
  // A short number stays with the word before it.
  for (const word of text.replace(/ (?=[\d.]{1,4}\W{0,2}( |$))/g, '\u00a0').split(' ').filter(Boolean)) {
    const longer = lines.at(-1) ? `${lines.at(-1)} ${word}` : word;
    if (fits(longer)) { lines[lines.length - 1] = longer; continue; }
    if (lines.at(-1)) lines.push('');
    for (const c of word) {
      if (!fits(lines.at(-1) + c)) lines.push('');
      lines[lines.length - 1] += c;
    }
  }
  return lines.filter(Boolean);
}

function write(x, lines, { size, line, weight, token }, y) {
  x.font = `${weight} ${size}px ${FONT}`;
  x.textAlign = 'left';
  x.textBaseline = 'alphabetic';
  x.fillStyle = colour(token);
  lines.forEach((words, i) => x.fillText(words, PAD, y + (i + 1) * line - (line - size) / 2 - size * 0.22));
  return y + lines.length * line;
}

/** Where everything stands: depends on how wide the texts are. */
function planned(x, { title, sub, notes, drawing }) {
  const inner = WIDTH - 2 * PAD;
  // Another reader of the file may have another typeface, with wider letters.
  const [heads, subs] = [wrapped(x, title, TITLE, inner * 0.97), wrapped(x, sub, SUB, inner * 0.95)];
  const foots = notes.flatMap((n) => wrapped(x, n, NOTE, inner * 0.95));
  const top = PAD - 4 + heads.length * TITLE.line + (subs.length ? 4 + subs.length * SUB.line : 0) + 10;
  const foot = top + drawing.height + 14;
  return { heads, subs, foots, inner, top, foot, height: Math.ceil(foot + 8 + foots.length * NOTE.line + PAD - 6) };
}

function draw(x, plan, { drawing }) {
  const { heads, subs, foots, inner, top, foot, height } = plan;
  x.fillStyle = colour('bg');
  x.fillRect(0, 0, WIDTH, height);
  const under = write(x, heads, TITLE, PAD - 4);
  write(x, subs, SUB, under + 4);
  x.save();
  x.translate(PAD, top);
  drawing.draw(x, inner);
  x.restore();
  x.fillStyle = colour('line');
  x.fillRect(PAD, foot, inner, 1);
  write(x, foots, NOTE, foot + 8);
}

const measuring = () => document.createElement('canvas').getContext('2d');

/**
 * @param picture title, sub: words · notes: lines below · drawing: {height, draw(context, width)} · text: the summary · about: kept as JSON inside
 * @returns the text of an SVG file
 */
export function svgOf(picture) {
  return onPaper(() => {
    const x = new SvgContext(measuring());
    const plan = planned(x, picture);
    draw(x, plan, picture);
    return svgFile(x, { width: WIDTH, height: plan.height, scale: SCALE, title: picture.title, text: picture.text, about: picture.about });
  });
}

/** The same as a PNG file, its bytes. */
export async function pngOf(picture) {
  const canvas = document.createElement('canvas');
  onPaper(() => {
    const plan = planned(measuring(), picture);
    const k = SCALE * SHARP;
    Object.assign(canvas, { width: WIDTH * k, height: plan.height * k });
    const x = canvas.getContext('2d');
    x.scale(k, k);
    draw(x, plan, picture);
  });
  const blob = await new Promise((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) throw new Error('this browser could not make the picture');
  return withText(new Uint8Array(await blob.arrayBuffer()), { Title: picture.title, Software: `P2C Lab ${picture.about.version}`, Comment: JSON.stringify(picture.about) });
}

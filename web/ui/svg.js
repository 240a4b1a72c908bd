import { escapeXml } from './take-text.js';
import { FONT } from './theme.js';

// A context to draw on, with as much of a 2-D canvas as the drawings of the page use, that writes SVG instead of pixels: what is drawn
// on the screen is what stands in the file, text as text. Arcs are full circles; transforms are translations only.

const round = (v) => String(Math.round(v * 100) / 100);
const LONG_TEXT = 40;
/** Other typefaces with letters about as wide. */
const FAMILY = '"Inter Variable", Inter, "Helvetica Neue", Arial, "Liberation Sans", system-ui, sans-serif';
const ALIGN = { left: 'start', right: 'end', center: 'middle' };
const START = { fillStyle: '#000', strokeStyle: '#000', lineWidth: 1, globalAlpha: 1, font: `400 12px ${FONT}`, textAlign: 'left', textBaseline: 'alphabetic', lineJoin: 'miter', dash: [], dx: 0, dy: 0 };

/** rgb(…) and rgba(…) as a colour that every reader of SVG knows, and its opacity. */
function paint(style) {
  const [r, g, b, a = 1] = /^rgba?\(/.test(style) ? style.match(/[\d.]+/g).map(Number) : [];
  if (r === undefined) return [style, 1];
  return [`#${[r, g, b].map((c) => Math.round(c).toString(16).padStart(2, '0')).join('')}`, a];
}

class SvgPath {
  constructor() { this.d = ''; }

  rect(x, y, w, h) { this.d += `M${round(x)} ${round(y)}h${round(w)}v${round(h)}h${round(-w)}z`; }
}

export class SvgContext {
  /** @param measure a real 2-D context, that knows how wide texts are */
  constructor(measure) {
    Object.assign(this, structuredClone(START), { measure, items: [], saved: [], clips: 0, path: '' });
  }

  save() { this.saved.push(Object.fromEntries(Object.keys(START).map((k) => [k, this[k]]).concat([['clipped', this.clipped]]))); this.clipped = 0; }

  restore() {
    this.items.push('</g>'.repeat(this.clipped ?? 0));
    Object.assign(this, this.saved.pop());
  }

  translate(x, y) {
    this.dx += x;
    this.dy += y;
  }

  setLineDash(dash) { this.dash = dash; }

  measureText(text) {
    this.measure.font = this.font;
    return this.measure.measureText(text);
  }

  newPath() { return new SvgPath(); }

  beginPath() {
    this.path = '';
    this.circle = undefined;
  }

  point(x, y) { return `${round(x + this.dx)} ${round(y + this.dy)}`; }

  moveTo(x, y) { this.path += `M${this.point(x, y)}`; }

  lineTo(x, y) { this.path += `${this.path ? 'L' : 'M'}${this.point(x, y)}`; }

  closePath() { this.path += 'z'; }

  rect(x, y, w, h) { this.path += `M${this.point(x, y)}h${round(w)}v${round(h)}h${round(-w)}z`; }

  arc(x, y, r) { this.circle = { cx: round(x + this.dx), cy: round(y + this.dy), r: round(r) }; }

  /** From here on nothing is drawn outside of the present path, until the state is restored. */
  clip() {
    const id = `c${this.clips++}`;
    this.items.push(`<clipPath id="${id}"><path d="${this.path}"/></clipPath><g clip-path="url(#${id})">`);
    this.clipped += 1;
  }

  shape(attributes, moved) {
    const all = Object.entries(attributes).map(([k, v]) => ` ${k}="${escapeXml(v)}"`).join('');
    if (this.circle && !moved) {
      const { cx, cy, r } = this.circle;
      this.items.push(`<circle cx="${cx}" cy="${cy}" r="${r}"${all}/>`);
    } else if (moved) this.items.push(`<path d="${moved.d}"${this.dx || this.dy ? ` transform="translate(${this.point(0, 0)})"` : ''}${all}/>`);
    else if (this.path) this.items.push(`<path d="${this.path}"${all}/>`);
  }

  colours(kind, style) {
    const [colour, alpha] = paint(style);
    const opacity = alpha * this.globalAlpha;
    return { [kind]: colour, ...(opacity < 1 ? { [`${kind}-opacity`]: round(opacity) } : {}) };
  }

  fill(path) { if (!path || path.d) this.shape(this.colours('fill', this.fillStyle), path); }

  stroke() {
    this.shape({ fill: 'none', ...this.colours('stroke', this.strokeStyle), 'stroke-width': round(this.lineWidth), ...(this.dash.length ? { 'stroke-dasharray': this.dash.join(' ') } : {}), ...(this.lineJoin === 'miter' ? {} : { 'stroke-linejoin': this.lineJoin }) });
  }

  fillRect(x, y, w, h) {
    const all = Object.entries(this.colours('fill', this.fillStyle)).map(([k, v]) => ` ${k}="${escapeXml(v)}"`).join('');
    this.items.push(`<rect x="${round(x + this.dx)}" y="${round(y + this.dy)}" width="${round(w)}" height="${round(h)}"${all}/>`);
  }

  /** The light edge of a text; it is written with the text itself, which follows. */
  strokeText() { this.halo = { ...this.colours('stroke', this.strokeStyle), 'stroke-width': round(this.lineWidth), 'stroke-linejoin': 'round', 'paint-order': 'stroke' }; }

  fillText(text, x, y) {
    const [, weight, size, family] = /^(\d+) ([\d.]+)px (.*)$/.exec(this.font);
    const attributes = {
      x: round(x + this.dx), y: round(y + this.dy), 'font-size': size, ...(weight === '400' ? {} : { 'font-weight': weight }), ...(family === FONT ? {} : { 'font-family': family }),
      ...(this.textAlign === 'left' ? {} : { 'text-anchor': ALIGN[this.textAlign] }), ...this.colours('fill', this.fillStyle), ...this.halo,
    };
    this.halo = undefined;
    // Where the reader has another typeface, its letters take the room of ours.
    const { width } = this.measureText(text);
    if (width > LONG_TEXT) Object.assign(attributes, { textLength: round(width), lengthAdjust: 'spacingAndGlyphs' });
    this.items.push(`<text${Object.entries(attributes).map(([k, v]) => ` ${k}="${escapeXml(v)}"`).join('')}>${escapeXml(text)}</text>`);
  }

  get body() { return this.items.join('\n'); }
}

/**
 * A whole SVG file.
 * @param context what was drawn · width, height of it · scale: how much larger the picture is · title, text: what it shows, in words · about: kept as JSON inside
 */
export function svgFile(context, { width, height, scale, title, text, about }) {
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title desc" font-family="${escapeXml(FAMILY)}" font-variant="tabular-nums lining-nums">
<title id="title">${escapeXml(title)}</title>
<desc id="desc">${escapeXml(text)}</desc>
<metadata id="p2c">${escapeXml(JSON.stringify(about))}</metadata>
${context.body}
</svg>
`;
}

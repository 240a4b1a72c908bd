import { css, unsafeCSS } from 'lit';
import uplot from 'uplot/dist/uPlot.min.css?inline';
import base from '../ui/css/base.css?inline';
import controls from '../ui/css/controls.css?inline';
import embed from '../ui/css/embed.css?inline';
import figures from '../ui/css/figures.css?inline';
import tokens from '../ui/css/tokens.css?inline';

// The page's own style sheets, adopted by a shadow root: what they say of the root of a page goes for the element.

export const styles = [
  css`:host { all: initial; display: block; container-type: inline-size; }`,
  unsafeCSS(uplot),
  unsafeCSS(tokens.replaceAll(':root', ':host')),
  ...[base, controls, figures, embed].map((text) => unsafeCSS(text)),
];

import { changed } from '../ui/theme.js';

// Light or dark. Unless an author says which, the lab is as the text around it: light letters mean a dark page, whatever the page
// does to get there.

const parts = (colour) => (colour.match(/[\d.]+/g) ?? [0, 0, 0]).slice(0, 3).map(Number);
const WHAT_CHANGES_IT = { attributes: true, attributeFilter: ['class', 'style', 'data-theme', 'data-color-scheme', 'data-mode', 'theme'] };

function isLight(colour) {
  const [r, g, b] = parts(colour);
  // Colours of other spaces are written with parts up to 1.
  const most = /^rgb/.test(colour) ? 255 : 1;
  return (0.2126 * r + 0.7152 * g + 0.0722 * b) / most > 0.5;
}

export class Scheme {
  name = 'light';

  constructor(host) {
    (this.host = host).addController(this);
    this.follow = () => this.read();
  }

  hostConnected() {
    this.dark = matchMedia('(prefers-color-scheme: dark)');
    this.dark.addEventListener('change', this.follow);
    this.watch = new MutationObserver(this.follow);
    for (const node of [document.documentElement, document.body]) this.watch.observe(node, WHAT_CHANGES_IT);
    this.read();
  }

  hostDisconnected() {
    this.dark.removeEventListener('change', this.follow);
    this.watch.disconnect();
  }

  read() {
    const { host } = this;
    const asked = host.address.shown('theme');
    const around = host.parentElement ?? host.getRootNode().host ?? document.documentElement;
    const name = asked === 'light' || asked === 'dark' ? asked : isLight(getComputedStyle(around).color) ? 'dark' : 'light';
    if (name === this.name) return;
    this.name = name;
    host.requestUpdate();
    host.updateComplete.then(changed);
  }
}

import { configError } from '../api/errors.js';
import { CUT, parseHash } from '../ui/router.js';

// <p2c-lab from="address">, as embed.html has it: the settings stand in the address, #lab/part?key=value…, and the page that this one
// is framed by is told how high the lab is.

const LONGEST = 60;

export class FromAddress {
  constructor(host) {
    (this.host = host).addController(this);
    this.follow = () => host.read();
  }

  get on() { return this.host.getAttribute('from') === 'address'; }

  hostConnected() {
    if (!this.on) return;
    addEventListener('hashchange', this.follow);
    if (parent === window) return;
    this.resize = new ResizeObserver(() => parent.postMessage({ p2cHeight: Math.ceil(this.host.getBoundingClientRect().height) }, '*'));
    this.resize.observe(this.host);
  }

  hostDisconnected() {
    removeEventListener('hashchange', this.follow);
    this.resize?.disconnect();
  }

  /** What the address says: { pairs, strange }, `strange` being an error of its own; undefined where it is not to be read. */
  read() {
    if (!this.on) return undefined;
    const { lab, pairs, cut } = parseHash(location.hash);
    const [experiment, part, ...more] = lab.split('/');
    const strange = more.length ? configError('part', `The address must be #lab/part?key=value, not #${lab.slice(0, LONGEST)}.`) : cut ? configError('address', CUT) : undefined;
    // A letter of a framework or a class may stand on an element by accident, but not in a link: there every key counts.
    return { pairs: [...(experiment ? [['experiment', experiment]] : []), ...(part ? [['part', part]] : []), ...pairs], strange };
  }

  /** An attribute of the element's own, or its key in the address. */
  shown(name) { return this.host.getAttribute(name) ?? this.read()?.pairs.find(([key]) => key === name)?.[1]; }
}

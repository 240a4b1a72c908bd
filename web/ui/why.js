import { html, nothing } from 'lit';
import { WHY } from './story-presets.js';
import { Trials } from './trials.js';
import { segmented } from './control-parts.js';
import { fixed, percent, withError } from './format.js';
import { styleOf, tint } from './palette.js';
import { whyTake } from './story-take.js';

// Why random fails quietly: shares even out while the excess grows.

const share = (m, by) => ({ value: m.value / by, low: m.low / by, high: m.high / by });

class Why extends Trials {
  static properties = { ...Trials.properties, mark: { state: true } };

  constructor() {
    super('why');
    this.mark = WHY.marks.at(-1);
  }

  get tasks() { return WHY.policies.map(({ policy }) => WHY.task(policy)); }

  /** The gap of a policy at a number of requests per replica. */
  gap(policy, mark) {
    const at = this.got(WHY.task(policy))?.series.gapAt;
    const i = at?.ballsPerBin.indexOf(mark) ?? -1;
    return i < 0 ? undefined : { value: at.value[i], low: at.low[i], high: at.high[i] };
  }

  render() {
    const { mark } = this;
    return html`${this.title('Why random fails quietly', html`Over a long run, random dispatch gives every replica the same share. At no moment does it give them the same queue.
        A request knows nothing of the one before it, so nothing takes back a lucky streak.`)}
      <div data-stage data-figure class="why">
        <div class="ctl big"><div class="lab"><span>Requests per replica so far</span></div>${segmented(WHY.marks.map((m) => ({ value: m, label: fixed(m, 0) })), mark, (m) => this.pick({ mark: m }), { label: 'Requests per replica so far' })}</div>
        ${this.status()}
        ${this.heading(this.finding, this.tasks, () => this.taken())}
        <div class="pair">${WHY.policies.map(({ policy, says }) => this.side(policy, says))}</div>
        <p class="say">A graph of shares shows the upper numbers and calls the fleet balanced. The lower ones are what the busiest replica has to hold if it is to serve them.</p>
      </div>
      ${this.told(this.tasks, `64 replicas, 40 runs, nothing served: only the placement. The busiest replica, with its 95\u202f% interval.`)}`;
  }

  taken() {
    const sides = WHY.policies.map(({ policy, says }) => ({ name: says, policy, hue: styleOf(policy, this.catalogue).hue, result: this.got(WHY.task(policy)) }));
    return whyTake({ title: this.finding, sides, marks: WHY.marks, mark: this.mark, gap: ({ policy }, mark) => this.gap(policy, mark) });
  }

  side(policy, says) {
    const gap = this.gap(policy, this.mark);
    const [ahead, e] = gap ? withError(gap) : ['…', ''];
    const over = gap && share(gap, this.mark);
    return html`<div .style=${tint(policy, this.catalogue)} data-side=${policy.id}><p class="who"><span class="chip"></span>${says.charAt(0).toUpperCase() + says.slice(1)}</p>
      <div class="num"><div class="v plain">${over ? `+${percent(over.value)}` : '…'}<i>${over ? `± ${percent((over.high - over.low) / 2)}` : nothing}</i></div><div class="k">over its fair share</div></div>
      <div class="num"><div class="v">${gap ? `+${ahead}` : ahead}<i>${e ? `± ${e}` : nothing}</i></div><div class="k">requests ahead of the average</div></div></div>`;
  }

  get finding() {
    const [{ policy }] = WHY.policies;
    const [first, last] = [WHY.marks[0], WHY.marks.at(-1)].map((m) => ({ m, gap: this.gap(policy, m) }));
    if (!last.gap) return 'The busiest replica of 64 under random dispatch';
    return `From ${fixed(first.m, 0)} to ${fixed(last.m, 0)} requests per replica, the busiest goes from ${percent(first.gap.value / first.m)} to ${percent(last.gap.value / last.m)} over its share, and from ${fixed(first.gap.value, 0)} to ${fixed(last.gap.value, 0)} requests ahead`;
  }
}
customElements.define('p2c-why', Why);

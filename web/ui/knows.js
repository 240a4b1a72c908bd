import { html } from 'lit';
import { KNOWS } from './story-presets.js';
import { Trials } from './trials.js';
import { dotRows } from './dot-rows.js';
import { segmented } from './control-parts.js';
import { apart } from './stats.js';
import { fixed } from './format.js';
import { styleOf, tint } from './palette.js';
import { knowsTake } from './story-take.js';

// What the dispatcher knows: the same fleet, and five things that could be compared.

const UNIT = 'p99 wait, mean service times';

class Knows extends Trials {
  static properties = { ...Trials.properties, looks: { state: true } };

  constructor() {
    super('knows');
    [this.looks] = KNOWS.policies;
  }

  get tasks() { return KNOWS.signals.map((signal) => KNOWS.task(this.looks.policy, signal)); }

  get options() { return this.catalogue.param('fleet', KNOWS.signal, {}).options; }

  get rows() {
    const rows = this.tasks.map((task, i) => {
      const option = this.options.find((o) => o.id === KNOWS.signals[i]);
      return { id: option.id, name: option.label, help: option.help, result: this.got(task), metric: this.got(task)?.metrics.wait.p99, tint: tint(this.looks.policy, this.catalogue), hue: styleOf(this.looks.policy, this.catalogue).hue };
    });
    const best = rows.reduce((a, b) => (b.metric?.value < (a.metric?.value ?? Infinity) ? b : a));
    return rows.map((r) => ({ ...r, best: r === best && rows.every((o) => o === r || apart(o.metric, r.metric)) }));
  }

  render() {
    const { rows, looks } = this;
    const options = KNOWS.policies.map((p) => ({ value: p.label, label: p.label, colour: styleOf(p.policy, this.catalogue).hue }));
    return html`${this.title('What the dispatcher knows', html`To look is to compare something. Real balancers count requests in flight. What they would like to know is the work behind those requests, and sizes differ.`)}
      <div data-stage data-figure class="knows">
        <div class="ctl big"><div class="lab"><span>Look at</span></div>${segmented(options, looks.label, (v) => this.pick({ looks: KNOWS.policies.find((p) => p.label === v) }), { label: 'Looks' })}</div>
        ${this.status()}
        ${this.heading(this.finding, this.tasks, () => this.taken())}
        ${dotRows(rows, { unit: UNIT, caption: 'p99 wait by what is compared' })}
        <p class="say">Work left and outstanding work are oracles: no real balancer has them, and they stand here to show what an exact reading would be worth.</p>
      </div>
      ${this.told(this.tasks, `64 replicas at 90\u202f% load, lognormal sizes (σ 1), fresh readings, 6 runs of ${fixed(80000, 0)} requests, the first 20\u202f% of each discarded.`)}`;
  }

  taken() { return knowsTake({ title: this.finding, looks: this.catalogue.shortName(this.looks.policy), rows: this.rows, unit: UNIT }); }

  get finding() {
    const rows = this.rows.filter((r) => r.metric?.value != null);
    if (rows.length < KNOWS.signals.length) return 'The tail by what is compared';
    const usual = rows[0];
    const [best] = [...rows].sort((a, b) => a.metric.value - b.metric.value);
    if (best === usual || !apart(usual.metric, best.metric)) return 'Requests in flight cannot be told apart from the best reading';
    return `Comparing ${best.name.toLowerCase()} instead of requests in flight takes the p99 wait from ${fixed(usual.metric.value, 1)} to ${fixed(best.metric.value, 1)} service times`;
  }
}
customElements.define('p2c-knows', Knows);

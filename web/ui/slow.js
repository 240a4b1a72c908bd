import { html, nothing } from 'lit';
import { SLOW } from './story-presets.js';
import { Trials } from './trials.js';
import { segmented } from './control-parts.js';
import { apart } from './stats.js';
import { fixed, percent, withError } from './format.js';
import { styleOf, tint } from './palette.js';
import { slowTake } from './story-take.js';

// One slow replica that passes its health checks: six policies, and what each makes of it.

class Slow extends Trials {
  static properties = { ...Trials.properties, slow: { state: true }, age: { state: true } };

  constructor() {
    super('slow');
    Object.assign(this, SLOW.usual);
  }

  task(row) { return SLOW.task(row, this.slow, this.age); }

  get tasks() { return SLOW.rows.map((row) => this.task(row)); }

  /** As article 3 has it. */
  get usual() { return this.slow === SLOW.usual.slow && this.age === SLOW.usual.age; }

  metrics(i) { return this.got(this.task(SLOW.rows[i]))?.metrics; }

  render() {
    const { slow, age, usual } = this;
    return html`${this.title('One slow replica', html`One replica of ten takes five times as long and answers every health check. Policies that do not look give it a tenth of the requests, three times what it can serve. Policies that look never hear that it is slow, and spare it all the same.`)}
      <div data-stage data-figure class="slow">
        <div class="map-bar"><div class="map-pick"><span>Slow replicas</span>${segmented(SLOW.slow.map((n) => ({ value: n, label: String(n) })), slow, (n) => this.pick({ slow: n }), { label: 'Slow replicas', look: 'sm' })}</div>
          <div class="map-pick"><span>Old reports are from</span>${segmented(SLOW.ages.map((ms) => ({ value: ms, label: `${ms} ms ago` })), age, (ms) => this.pick({ age: ms }), { label: 'Age of old reports', look: 'sm' })}</div></div>
        ${this.status()}
        ${this.heading(this.finding, this.tasks, () => this.taken())}
        <div class="scroll" tabindex="0"><table class="tbl" data-policies><thead><tr><th scope="col">Policy</th><th scope="col" class="lesser-c">p50, ms</th><th scope="col">p99, ms</th>${usual ? html`<th scope="col">article 3</th>` : nothing}<th scope="col" class="lesser-c">p99.9, ms</th><th scope="col">Dropped</th><th scope="col">To slow</th></tr></thead>
          <tbody>${SLOW.rows.map((row, i) => this.row(row, this.metrics(i)))}</tbody></table></div>
        <p class="say">${this.words}</p>
      </div>
      ${this.told(this.tasks, `10 replicas of 4 workers, 10 ms mean service, 70\u202f% of the capacity, 4 runs of ${fixed(150000, 0)} requests from empty. What would wait a second is dropped on arrival; percentiles are of latency, over the requests served.`)}`;
  }

  taken() {
    const { slow, age, usual } = this;
    const rows = SLOW.rows.map((row) => {
      const result = this.got(this.task(row));
      return { name: `${this.catalogue.shortName(row.policy)}${row.old ? `, ${age} ms ago` : ''}`, hue: styleOf(row.policy, this.catalogue).hue, result, said: usual ? row.says.p99 : undefined, slow: slow ? { value: this.toSlow(result.metrics) } : undefined };
    });
    return slowTake({ title: this.finding, rows, settings: `${slow} of 10 replicas ${slow === 1 ? 'is' : 'are'} five times slower; old reports are from ${age} ms ago` });
  }

  /** The share of the requests that the slow replicas got. */
  toSlow(metrics) { return metrics.share.slice(0, this.slow).reduce((sum, x) => sum + x.value, 0); }

  row({ policy, old, says }, m) {
    const cell = (metric) => { const [v, e] = metric ? withError(metric) : ['…', '']; return html`<b>${v}</b>${e ? html` <i>± ${e}</i>` : nothing}`; };
    const slowest = m && this.toSlow(m);
    return html`<tr .style=${tint(policy, this.catalogue)}><td class="who-c">${this.catalogue.name(policy)}${old ? html`<i>, ${this.age} ms ago</i>` : nothing}</td>
      <td class="lesser-c">${cell(m?.latency.p50)}</td><td>${cell(m?.latency.p99)}</td>${this.usual ? html`<td><i>${fixed(says.p99, 0)}</i></td>` : nothing}<td class="lesser-c">${cell(m?.latency.p999)}</td>
      <td>${m ? percent(m.dropped.value) : '…'}</td><td>${!this.slow ? '–' : m ? percent(slowest) : '…'}</td></tr>`;
  }

  get finding() {
    const blind = SLOW.blind.map((i) => this.metrics(i));
    const two = this.metrics(SLOW.fresh.two);
    if (!two || blind.includes(undefined)) return 'Six policies and a slow replica';
    const lost = Math.max(...blind.map((m) => m.dropped.value));
    if (lost > 0.001) return `Who does not look loses ${percent(lost)} of the requests; two looks lose ${two.dropped.value > 0 ? percent(two.dropped.value) : 'none'}, with a p99 of ${fixed(two.latency.p99.value, 0)} ms`;
    const [, random] = blind;
    return apart(random.latency.p99, two.latency.p99) ? `With no replica slow, the p99 is ${fixed(random.latency.p99.value, 0)} ms at random and ${fixed(two.latency.p99.value, 0)} ms with two looks` : 'Random and two looks cannot be told apart';
  }

  /** Old reports: who suffers more. */
  get words() {
    const [all, two] = [this.metrics(SLOW.stale.all), this.metrics(SLOW.stale.two)];
    const capacity = this.slow ? `The slow ${this.slow === 1 ? 'replica has' : 'replicas have'} ${percent(SLOW.capacity(this.slow))} of the capacity. ` : '';
    if (!all || !two) return capacity;
    const [a, b] = [all, two].map((m) => fixed(m.latency.p99.value, 0));
    if (!apart(all.latency.p99, two.latency.p99)) return `${capacity}With reports ${this.age} ms old, all and two looks cannot be told apart at p99.`;
    const worse = all.latency.p99.value > two.latency.p99.value;
    return `${capacity}With reports ${this.age} ms old, looking at all has a p99 of ${a} ms and looking at two ${b} ms${worse ? ': everyone rushes to the replica that looked idle, and finds the others there' : ''}.`;
  }
}
customElements.define('p2c-slow', Slow);

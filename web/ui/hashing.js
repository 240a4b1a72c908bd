import { html, nothing } from 'lit';
import { HASHING } from './presets.js';
import { ViewedSection } from './viewed-section.js';
import { rail } from './form.js';
import { shareBar } from './share.js';
import { hashingFigure } from './hashing-figure.js';
import { hashingTasks } from './hashing-plan.js';
import { said, theoryOf } from './sweep-figure.js';
import { show } from './config.js';
import { plural, withError } from './format.js';
import { measuresTake } from './means-take.js';
import './figure.js';

// Hashing: keys in cuckoo tables and on rings of nodes. What one configuration measures, and one figure over its main setting.

class Hashing extends ViewedSection {
  static properties = { ...ViewedSection.properties, result: { state: true }, sweep: { state: true } };

  constructor() { super('hashing'); }

  get scheme() { return this.full[HASHING.scheme].id; }

  async start(free = false) {
    if (!this.begins()) return;
    const { config, scheme } = this;
    const over = HASHING.figures[scheme]?.over;
    const own = this.full[HASHING.scheme][over];
    const tasks = hashingTasks({ ...this.asked(), [HASHING.scheme]: this.full[HASHING.scheme] }, (task) => this.lab.check(this.asked(task)));
    const points = tasks.map((task) => task[HASHING.scheme][over]);
    this.awaited = true;
    const jobs = [this.asked(), ...tasks.filter((task) => task[HASHING.scheme][over] !== own).map((task) => this.asked(task))].map((c) => this.job(c));
    try {
      const arrived = (done) => { if (done.length === 1) [this.result, this.awaited] = [done[0], false]; };
      const got = await this.runner.runInBudget(jobs, { free, arrived });
      if (!got) return;
      const [first, ...rest] = got;
      this.result = first;
      this.sweep = { scheme, own, points: points.map((value) => ({ value, result: value === own ? first : rest.shift() })) };
      this.good = { config, result: this.result, sweep: this.sweep };
    } catch (error) {
      this.refuse(error);
    }
  }

  render() {
    const { catalogue, full } = this;
    const described = catalogue.experiment(this.experiment);
    const entry = catalogue.entry('schemes', this.scheme);
    return html`<div>
      ${this.head(described, HASHING.starts)}
      ${this.noteRow()}
      <div class="grid">
        ${this.settings.frame(entry?.label ?? String(full[HASHING.scheme].id), rail(this, { looks: { [HASHING.scheme]: 'radio' } }))}
        <div>${this.status(HASHING.runs)}
          <div class="charts"><div class="measured" data-figure>${this.measures(described.metrics)}</div>${this.figure()}</div></div></div>
      ${shareBar(this, this.provenance(), !this.stale && !!this.result)}</div>`;
  }

  shared() { return { runs: [{ name: this.catalogue.entry('schemes', this.result.config[HASHING.scheme].id)?.label ?? '', result: this.result }] }; }

  embeddable() { return { lab: 'hashing', part: 'chart', pairs: this.catalogue.changes(this.experiment, this.config).map(([path, value]) => [path, show(value)]) }; }

  /** The metrics of the result with their intervals, and what theory expects. */
  measures(metrics) {
    if (!this.result) return html`<p class="hint">${this.begun ? this.awaiting : 'Runs when it comes into view.'}</p>`;
    const { metrics: got } = this.result;
    const text = (m) => { const [v, e] = withError(m); return html`<b>${v}</b>${e ? html` <i>± ${e}</i>` : nothing}`; };
    const expected = (name) => { const t = theoryOf(this.result, name); return t?.value == null ? html`<i>–</i>` : html`<span title=${t.label ? `${t.label}. ${t.source}` : t.source}>${said(t)}</span>`; };
    const shown = metrics.filter((m) => got[m.name]);
    const take = () => measuresTake({ name: 'measures', title: `${this.shared().runs[0].name}, measured`, runs: this.shared().runs, metrics: shown, of: (r, name) => r.metrics[name], exact: (r, name) => theoryOf(r, name)?.value });
    return html`<div class="found"><h3>What this scheme measures</h3><span class="tools"><p2c-save .off=${this.stale} .take=${take}></p2c-save></span></div><div class="scroll ${this.stale && (this.awaited || this.problems.size) ? 'stale-t' : ''}" tabindex="0"><table class="tbl" data-measures><thead><tr><th scope="col">Measured</th><th scope="col">Value</th><th scope="col">Theory</th></tr></thead>
      <tbody>${shown.map((m) => html`<tr><td title=${m.help}>${m.label}${m.unit ? html`, <i>${m.unit}</i>` : nothing}</td><td>${text(got[m.name])}</td><td>${expected(m.name)}</td></tr>`)}</tbody></table></div>
      ${this.laws()}`;
  }

  /** The laws beside the numbers; greyed with the reason where they do not hold. */
  laws() {
    const items = this.result.theory?.items ?? [];
    return html`<ul class="law-list">${items.map((l) => html`<li class=${l.holds ? '' : 'off'}><b>${l.label}</b>: ${said(l)}. ${l.holds ? l.range : l.why} <i>${l.source}</i></li>`)}</ul>`;
  }

  figure() {
    const { sweep } = this;
    const f = sweep ? hashingFigure(sweep.points, sweep.scheme, this.catalogue, sweep.own) : { finding: this.awaiting, sub: '' };
    return html`<p2c-figure ?stale=${this.stale} .finding=${f.finding} .sub=${f.sub} .spec=${f.spec} .table=${f.table} .take=${f.take}></p2c-figure>`;
  }

  provenance() {
    if (!this.result) return '';
    const { config, fingerprint, version, engine } = this.result;
    return html`${plural(config[HASHING.runs], 'run')} per point, seed ${config[HASHING.seed]}, engine ${engine}. Fingerprint <code>${fingerprint}</code>, version ${version}.`;
  }
}
customElements.define('p2c-hashing', Hashing);

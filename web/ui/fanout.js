import { html, nothing } from 'lit';
import { FANOUT } from './presets.js';
import { ViewedSection } from './viewed-section.js';
import { rail } from './form.js';
import { shareBar } from './share.js';
import { costFigure, latencyFigure } from './fanout-figure.js';
import { THIN, brief, percent, plain, plural, withError } from './format.js';
import { show } from './config.js';
import { measuresTake } from './means-take.js';
import './figure.js';

// Fan-out: requests of many leaves with and without a second call, beside the exact laws, and what second calls cost.

const inPercent = ({ value, low, high }) => ({ value: value * 100, low: low == null ? low : low * 100, high: high == null ? high : high * 100 });

class Fanout extends ViewedSection {
  static properties = { ...ViewedSection.properties, shown: { state: true } };

  constructor() { super('fanout'); }

  get first() { return [this.asked({ ...this.config, [FANOUT.second]: FANOUT.never })]; }

  get second() { return this.full[FANOUT.second]; }

  async start(free = false) {
    if (!this.begins()) return;
    const { config } = this;
    const job = (second) => this.job(this.asked({ ...config, [FANOUT.second]: second }));
    const own = this.second.id !== FANOUT.never.id;
    const jobs = [FANOUT.never, ...(own ? [this.second] : []), ...FANOUT.sweep.map((quantile) => ({ id: FANOUT.swept, quantile }))].map(job);
    const show = ([one, ...rest]) => {
      const two = own ? rest.shift() ?? null : null;
      if (own && !two) return;
      this.shown = { config, one, two, points: rest.map((result, i) => ({ label: percent(FANOUT.sweep[i]), result })) };
    };
    try {
      const got = await this.runner.runInBudget(jobs, { free, arrived: show });
      if (!got) return;
      show(got);
      this.good = { config, shown: this.shown };
    } catch (error) {
      this.refuse(error);
    }
  }

  /** What is known without the sweep is shown as it comes. */
  get old() { return this.stale && (this.problems.size > 0 || this.shown?.config !== this.config); }

  render() {
    const { catalogue, full } = this;
    const described = catalogue.experiment(this.experiment);
    return html`<div>
      ${this.head(described, FANOUT.starts)}
      ${this.noteRow()}${this.warned()}
      <div class="grid">
        ${this.settings.frame(plural(full[FANOUT.leaves], 'leaf', 'leaves'), rail(this, { folded: ['run'] }))}
        <div>${this.status(FANOUT.runs)}
          <div class="charts">${this.figures()}<div class="across" data-figure>${this.measures(described.metrics)}</div></div></div></div>
      ${shareBar(this, this.provenance(), !this.old && !!this.shown)}</div>`;
  }

  shared() {
    const { one, two } = this.shown;
    return { runs: [{ name: 'one call', result: one }, ...(two ? [{ name: 'second call', result: two }] : [])] };
  }

  embeddable() { return { lab: 'fanout', part: 'chart', pairs: this.catalogue.changes(this.experiment, this.config).map(([path, value]) => [path, show(value)]) }; }

  /** What the core says of the numbers shown. */
  warned() {
    const results = this.shown ? [this.shown.one, this.shown.two].filter(Boolean) : [];
    const texts = [...new Set(results.flatMap((r) => r.warnings.map((w) => w.message)))];
    return texts.length ? html`<div class="notes">${texts.map((text) => html`<div class="note">${text}</div>`)}</div>` : nothing;
  }

  figures() {
    const { shown } = this;
    if (!shown) return ['Latency', 'Cost'].map(() => html`<p2c-figure .finding=${this.awaiting} .sub=${''}></p2c-figure>`);
    const figures = [latencyFigure(shown.one.config[FANOUT.leaves], shown.one, shown.two),
      shown.points.length === FANOUT.sweep.length ? costFigure(shown.points, shown.two?.metrics.extraCalls.value ?? 0) : { finding: this.awaiting, sub: '' }];
    return figures.map((f, i) => html`<p2c-figure ?stale=${i ? this.stale : this.old} .finding=${f.finding} .sub=${f.sub} .spec=${f.spec} .table=${f.table} .take=${f.take}></p2c-figure>`);
  }

  /** Metrics with their intervals, without and with the second call, and what is known exactly. */
  measures(metrics) {
    if (!this.shown) return nothing;
    const { one, two } = this.shown;
    const at = (group, name) => name.split('.').reduce((found, key) => found?.[key], group);
    const text = (m, unit) => {
      if (m?.value == null) return html`<i>too few</i>`;
      const share = unit === 'share';
      const shown = share ? inPercent(m) : m;
      const [v, e] = m.low == null ? [plain(Number(shown.value.toPrecision(6)))] : withError(shown);
      return html`<b>${v}${share ? `${THIN}%` : nothing}</b>${e ? html` <i>± ${e}${share ? `${THIN}%` : nothing}</i>` : nothing}`;
    };
    const exact = (r, name, unit) => { const known = at(r.theory, name); return typeof known !== 'number' ? html`<i>–</i>` : unit === 'share' ? percent(known) : brief(known); };
    const columns = [['one call', one], ...(two ? [['second call', two]] : [])];
    const take = () => measuresTake({ name: 'measures', title: `A request of ${plural(one.config[FANOUT.leaves], 'leaf', 'leaves')}, measured`, runs: columns.map(([name, result]) => ({ name, result })), metrics, of: (r, name) => at(r.metrics, name), exact: (r, name) => at(r.theory, name) });
    return html`<div class="found"><h3>All measures, times in the unit of the mean</h3><span class="tools"><p2c-save .off=${this.old} .take=${take}></p2c-save></span></div><div class="scroll ${this.old ? 'stale-t' : ''}" tabindex="0"><table class="tbl" data-measures><thead><tr><th scope="col">Measured</th>${columns.map(([name]) => html`<th scope="col">${name}</th><th scope="col">exact</th>`)}</tr></thead>
      <tbody>${metrics.map((m) => html`<tr><td title=${m.help}>${m.label}</td>${columns.map(([, r]) => html`<td>${text(at(r.metrics, m.name), m.unit)}</td><td>${exact(r, m.name, m.unit)}</td>`)}</tr>`)}</tbody></table></div>`;
  }

  provenance() {
    if (!this.shown) return '';
    const { config, fingerprint, version, engine } = this.shown.two ?? this.shown.one;
    return html`${plural(config[FANOUT.runs], 'run')} per point, seed ${config[FANOUT.seed]}, engine ${engine}. Fingerprint <code>${fingerprint}</code>, version ${version}.`;
  }
}
customElements.define('p2c-fanout', Fanout);

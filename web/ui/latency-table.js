import { html, nothing } from 'lit';
import { LATENCY_TABLE as T } from './article.js';
import { ArticleTable, columns } from './article-table.js';
import { fixed, halfWidth, percent, withError } from './format.js';
import { metric } from './take-data.js';

// Article 1's table of p99 waits, in median service times, for two meanings of "load": the work left at a replica, and the requests in flight.
// One look reads no load, so its column is the same for both and runs once.

const SUB = `p99 wait in median service times: ${T.says(fixed)}. With two looks or four, the table depends on what is compared: the work left at a replica, which no real balancer knows, or the requests in flight.`;
const keyOf = (d, load, signal) => `${d === 1 ? '' : signal}/${d}/${load}`;

class LatencyTable extends ArticleTable {
  get rowTitle() { return 'Load'; }

  get tasks() {
    return T.loads.flatMap((load) => columns.flatMap(({ d, policy }) => (d === 1 ? T.signals.slice(0, 1) : T.signals).map((s) => ({ key: keyOf(d, load, s.id), name: `look at ${d}${d === 1 ? '' : `, ${s.label}`}, load ${load}`, config: T.setup(policy, load, s.id) }))));
  }

  async work(signal, report) {
    const missing = this.tasks.filter((t) => !this.cells.has(t.key));
    for (const [i, task] of missing.entries()) {
      const result = await this.lab.run(task.config, { signal, onProgress: (share) => report((i + share) / missing.length) });
      this.keep(task.name, result);
      this.put(task.key, inMedians(result));
    }
    return true;
  }

  render() {
    const heads = [...T.signals.map((s) => (c) => (c.d === 1 ? (s === T.signals[0] ? 'measured' : 'exact') : s.label)), 'article says'];
    return html`<figure class="tables"><figcaption><h3 class="finding">${this.title}</h3>${this.tools(this.whole)}
      <p>${SUB}</p></figcaption>
      ${this.picker()}
      <div class="scroll" tabindex="0"><table class="tbl art" data-d=${this.shown}>${this.head(heads)}
        <tbody>${T.loads.map((load, row) => html`<tr><td>${percent(load)}</td>${columns.map((column) => this.row(column, load, row))}</tr>`)}</tbody></table></div>
      ${this.footer('The article’s figures fit a comparison of remaining work (within 6\u202f% for two looks; its column for four lies 2 to 20\u202f% above, for a reason we do not know), and fit no σ when requests in flight are compared.', this.whole)}</figure>`;
  }

  get whole() { return this.cells.size >= this.tasks.length; }

  get title() {
    if (!this.whole) return 'The article’s waits, being run again';
    const off = (signal) => T.loads.map((load, row) => this.cells.get(keyOf(2, load, signal)).value / T.article[2][row] - 1);
    const worst = (signal) => Math.max(...off(signal).map(Math.abs));
    const [work, flight] = T.signals;
    return `The article’s waits, run again: for two looks, comparing ${work.label} comes within ${fixed(worst(work.id) * 100, 0)} % of them, ${flight.label} misses by up to ${fixed(worst(flight.id) * 100, 0)} %`;
  }

  row({ d, k }, load, row) {
    const said = html`<td class="c${k}">${fixed(T.article[d][row], 1)}</td>`;
    if (d === 1) return html`${this.cell(keyOf(d, load), k, true)}<td class="c${k}"><i>${fixed(T.exact[1][row], 1)}</i></td>${said}`;
    return html`${T.signals.map((s, i) => this.cell(keyOf(d, load, s.id), k, i === 0))}${said}`;
  }

  taken() {
    const heads = columns.flatMap((c) => (c.d === 1 ? T.signals.slice(0, 1) : T.signals).map((s) => ({ c, s, name: c.d === 1 ? c.name : `${c.name}, ${s.label}` })));
    const rows = [...T.loads.keys()];
    const at = ({ c, s }, row) => this.cells.get(keyOf(c.d, T.loads[row], s.id));
    const text = (m) => { const [v, e] = withError(m, decimals(m)); return `${v}${e ? ` ± ${e}` : ''}`; };
    const of = (c) => heads.filter((h) => h.c === c);
    const exact = (c, row) => T.exact[c.d]?.[row];
    return this.takenOf({
      name: 'waits', sub: SUB, rows,
      data: [['load', (row) => T.loads[row]], ...columns.flatMap((c) => [...of(c).flatMap((h) => [...metric(h.name, (row) => at(h, row)), [`${h.name}, note`, (row) => (at(h, row).short ? 'run too short' : null)]]),
        ...(T.exact[c.d] ? [[`${c.name}, exact`, (row) => exact(c, row)]] : []), [`${c.name}, article`, (row) => T.article[c.d][row]]])],
      shown: {
        groups: columns.map((c) => ({ label: c.name, span: 3, hue: c.hue })), columns: ['Load', ...columns.flatMap((c) => [...(c.d === 1 ? ['measured', 'exact'] : ['by work left', 'by in flight']), 'article'])],
        rows: rows.map((row) => [percent(T.loads[row]), ...columns.flatMap((c) => [...of(c).map((h) => ({ text: text(at(h, row)), weight: 600 })), ...(c.d === 1 ? [fixed(exact(c, row), 1)] : []), fixed(T.article[c.d][row], 1)])]),
      },
    });
  }

  cell(key, k, first) {
    const got = this.cells.get(key);
    const [v, e] = got ? withError(got, decimals(got)) : ['…', ''];
    return html`<td class="c${k} ${first ? 'g' : ''} ${got ? '' : 'wait'} ${got?.short ? 'bad' : ''}"><b>${v}</b> <i>${e ? `± ${e}` : ''}</i>${got?.short ? html`<br><i class="short">run too short</i>` : nothing}</td>`;
  }
}
customElements.define('p2c-latency-table', LatencyTable);

/** Two decimals below ten, one above; three where the error is smaller than they can show. */
const decimals = (m) => (m.value >= 10 ? 1 : halfWidth(m) < 0.0095 ? 3 : 2);

/** p99 of the wait over the median service time of the same run. */
function inMedians(result) {
  const { wait, serviceMedian } = result.metrics;
  const by = (v) => (v == null ? null : v / serviceMedian.value);
  return { value: by(wait.p99.value), low: by(wait.p99.low), high: by(wait.p99.high), short: result.warnings.some((w) => w.id === 'run-too-short') };
}

import { html } from 'lit';
import { BINS_TABLE as T } from './article.js';
import { ArticleTable, columns, verdictMark } from './article-table.js';
import { fixed, signed, withError } from './format.js';
import { metric } from './take-data.js';
import { verdict } from './stats.js';

// Article 1's table of gaps: 100 bins, 200 runs. One run per number of looks gives a whole column, for the gap is recorded on the way.

const SUB = `Fullest bin ahead of the average, in balls: 100 bins, ${T.runs} runs, looks may repeat. Measured ± 95\u202f%; the expectation, computed exactly; and what the article says.`;
const WORDS = ['no number falls', 'one falls', 'two fall', 'three fall', 'four fall', 'five fall'];

class BinsTable extends ArticleTable {
  get rowTitle() { return 'Balls per bin'; }

  async work(signal, report) {
    const most = Math.max(...T.ballsPerBin);
    const missing = columns.filter((c) => !this.cells.has(`${c.d}/0`));
    for (const [i, column] of missing.entries()) {
      const result = await this.lab.run(T.setup(column.policy, most, T.ballsPerBin), { signal, onProgress: (share) => report((i + share) / missing.length) });
      const { value, low, high, sd, ballsPerBin } = result.series.gapAt;
      this.keep(column.name.toLowerCase(), result);
      T.ballsPerBin.forEach((c, row) => {
        const at = ballsPerBin.indexOf(c);
        this.put(`${column.d}/${row}`, { metric: { value: value[at], low: low[at], high: high[at] }, sd: sd[at] });
      });
    }
    this.dispatchEvent(new CustomEvent('p2c-filled'));
    return true;
  }

  judge(d, row) {
    const cell = this.cells.get(`${d}/${row}`);
    if (!cell) return undefined;
    // Both are means of 200 runs and have that noise. Runs that all came out equal do not show that none could differ:
    // one in 200 by one ball is allowed for.
    const noise = Math.max(cell.sd, 1 / Math.sqrt(T.runs)) / Math.sqrt(T.runs);
    return verdict(cell.metric.value, noise, T.article[d][row], noise, T.rounding);
  }

  get title() {
    const all = columns.flatMap((c) => T.ballsPerBin.map((_, row) => this.judge(c.d, row))).filter(Boolean);
    if (all.length < columns.length * T.ballsPerBin.length) return 'The article’s gaps, being run again';
    const off = all.filter((v) => v !== 'agrees').length;
    return `The article’s gaps, run again: ${all.length - off} of ${all.length} agree${off ? `, ${WORDS[off] ?? `${off} fall`} outside the noise` : ''}`;
  }

  render() {
    return html`<figure class="tables"><figcaption><h3 class="finding">${this.title}</h3>${this.tools(this.whole)}
      <p>${SUB}</p></figcaption>
      ${this.picker()}
      <div class="scroll" tabindex="0"><table class="tbl art" data-d=${this.shown}>${this.head(['measured', 'exact', 'article says'])}
        <tbody>${T.ballsPerBin.map((c, row) => html`<tr><td>${fixed(c, 0)}</td>${columns.map((column) => this.cell(column, row))}</tr>`)}</tbody></table></div>
      ${this.footer('A mark compares the article with the measurement, the noise of both and rounding included. By chance alone about one number in 20 falls outside.', this.whole)}</figure>`;
  }

  get whole() { return this.cells.size >= columns.length * T.ballsPerBin.length; }

  taken() {
    const rows = [...T.ballsPerBin.keys()];
    const at = (c, row) => this.cells.get(`${c.d}/${row}`).metric;
    const text = (m) => { const [v, e] = withError(m, 2); return `+${v}${e ? ` ± ${e}` : ''}`; };
    return this.takenOf({
      name: 'gaps', sub: SUB, rows,
      data: [['balls per bin', (row) => T.ballsPerBin[row]], ...columns.flatMap((c) => [...metric(c.name, (row) => at(c, row)), [`${c.name}, exact`, (row) => T.exact[c.d][row]],
        [`${c.name}, article`, (row) => T.article[c.d][row]], [`${c.name}, verdict`, (row) => this.judge(c.d, row)]])],
      shown: {
        groups: columns.map((c) => ({ label: c.name, span: 3, hue: c.hue })), columns: ['Balls per bin', ...columns.flatMap(() => ['measured', 'exact', 'article'])],
        rows: rows.map((row) => [fixed(T.ballsPerBin[row], 0), ...columns.flatMap((c) => [{ text: text(at(c, row)), weight: 600 }, signed(T.exact[c.d][row], 2), signed(T.article[c.d][row], 2)])]),
      },
    });
  }

  cell({ d, k }, row) {
    const got = this.cells.get(`${d}/${row}`);
    const [v, e] = got ? withError(got.metric, 2) : ['…', ''];
    return html`<td class="g c${k} ${got ? '' : 'wait'}"><b>${got ? `+${v}` : v}</b> <i>${e ? `± ${e}` : ''}</i></td>
      <td class="c${k}"><i>${signed(T.exact[d][row], 2)}</i></td><td class="c${k}">${verdictMark(signed(T.article[d][row], 2), this.judge(d, row))}</td>`;
  }
}
customElements.define('p2c-bins-table', BinsTable);

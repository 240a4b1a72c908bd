import { html, nothing } from 'lit';
import { THIN, brief, percent, withError } from './format.js';

// Theory beside the data of balls into bins: dashed lines for the figures, and the laws with the range in which they hold.

const WIDTH = 1.5;
const DASH = [5, 4];
const RECURSION = [2, 4];

/** What a result knows of the gap on the way, as [balls per bin, gap]; empty where nothing is known. */
export const gapCurve = ({ series, theory }) => (theory?.gapAt ?? []).map((v, i) => [series.gapAt.ballsPerBin[i], v]).filter(([, v]) => v != null);

/** The expected profile as [balls above the average, share]. */
export const profileCurve = ({ metrics, theory }, average) => (theory?.profile ?? [])
  .map((v, i) => [above(metrics.profileFrom + i, average), v]).filter(([, v]) => v > 0);

const above = (level, average) => Number((level - average).toPrecision(12));

/** Is the theory of this result meant for it? A limit is not, where there are too few bins. */
const holds = (result) => result.theory.gap?.holds ?? true;

/** A dashed line in the policy's colour; grey where the theory does not hold. */
export const theoryLine = (style, result, points) => ({ kind: 'line', hue: holds(result) ? style.hue : 'ink-3', dash: DASH, width: WIDTH, alpha: holds(result) ? 1 : 0.6, points });

/** Levels drawn as a recursion, each a power of the one below, of the laws that hold and give such levels. */
export function recursionLines(style, result, average, floor) {
  const laws = (result.theory?.items ?? []).filter((l) => l.holds && l.values?.length);
  return laws.map((l) => ({ label: l.label, line: { kind: 'line', hue: style.hue, dash: RECURSION, width: WIDTH, alpha: 0.8,
    points: l.values.map((v, i) => [above(l.from + i, average), v]).filter(([, v]) => v >= floor) } }));
}

/** In words, what the dashed lines are: for each named result {name, result}. */
export function dashedWords(known) {
  const list = (of, words) => (of.length ? `${words} (${of.map((r) => r.name).join(', ')})` : '');
  const good = known.filter((r) => holds(r.result));
  const parts = [list(good.filter((r) => r.result.theory.exact), 'exact law'), list(good.filter((r) => !r.result.theory.exact), 'limit of infinitely many bins')].filter(Boolean);
  const grey = known.filter((r) => !holds(r.result));
  const why = grey.length ? ` Grey (${grey.map((r) => r.name).join(', ')}): ${grey[0].result.theory.gap.why}` : '';
  return `${parts.length ? ` Dashed: ${parts.join(', ')}.` : ''}${why}`;
}

/** The laws of one result: those that hold first, the others greyed with their reason. */
export function lawList(result, name) {
  const items = result.theory?.items ?? [];
  if (!items.length) return nothing;
  // Where no law holds, and all for one reason, the reason is all there is to say.
  const [only, ...others] = new Set(items.map((l) => l.holds || l.why));
  if (typeof only === 'string' && !others.length) return html`<p class="hint laws">None of the ${items.length} laws for ${name} holds here. ${only}</p>`;
  const rows = [...items].sort((a, b) => Number(b.holds) - Number(a.holds));
  const good = items.filter((l) => l.holds).length;
  return html`<details class="laws"><summary><b>Laws for ${name}</b><span>${good} of ${items.length} hold here</span></summary>
    <div class="scroll" tabindex="0"><table class="tbl"><thead><tr><th scope="col">Law</th><th scope="col">Of</th><th scope="col">It says</th><th scope="col">Measured</th><th scope="col" class="say">Where it holds</th></tr></thead>
    <tbody>${rows.map((l) => html`<tr class=${l.holds ? '' : 'off'}><td>${l.label}</td><td>${l.of}</td><td>${said(l)}</td><td>${measured(result, l)}</td>
      <td class="say">${l.holds ? '' : html`<b>${l.why}</b> `}${l.range} <i>${l.source}</i></td></tr>`)}</tbody></table></div></details>`;
}

function said(law) {
  if (law.values) return law.values.slice(0, 4).map((v) => percent(v)).join(', ') || '–';
  return law.value == null ? '–' : brief(law.value);
}

function measured({ metrics }, law) {
  const m = metrics[law.of];
  if (Array.isArray(m)) {
    const from = m.slice(Math.max(0, (law.from ?? 0) - metrics.profileFrom)).slice(0, 4);
    return from.map((x) => `${brief(x.value * 100)}${THIN}%`).join(', ') || '–';
  }
  if (!m) return '–';
  const [v, e] = withError(m);
  return `${v}${e ? ` ± ${e}` : ''}`;
}

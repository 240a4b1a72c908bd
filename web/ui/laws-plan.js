import { mathml } from 'lit';
import { LAWS } from './story-presets.js';
import { fixed, plural, power } from './format.js';

// The laws of the chapter on theory: each as a formula, what it is good for, the numbers that the reader can change, and what to run.

const item = (result, id) => result?.theory?.items?.find((l) => l.id === id)?.value;
const ln = mathml`<mi>ln</mi><mspace width="0.17em"></mspace>`;
const lnln = mathml`${ln}${ln}<mi>n</mi>`;
const power2 = mathml`<mfrac><mrow><msup><mi>d</mi><mi>i</mi></msup><mo>−</mo><mn>1</mn></mrow><mrow><mi>d</mi><mo>−</mo><mn>1</mn></mrow></mfrac>`;
const counts = (values) => values.map((n) => ({ value: n, label: n >= 1e4 ? power(n) : fixed(n, 0) }));
const looks = { name: 'd', label: 'Looks d', options: counts(LAWS.looks), start: 2 };

/**
 * id · title · text, formula: the law, in a line of text and in MathML · says, valid: sentences · picks: what can be changed · tasks(picks) ·
 * rows(results, picks): [what, by the law (or text), measured metric]; results may be missing
 */
export const LAW_LIST = [
  {
    id: 'one', title: 'One look, as many balls as bins',
    text: 'max ≈ ln n / ln ln n.',
    formula: mathml`<mrow><mi>max</mi><mo>≈</mo><mfrac><mrow>${ln}<mi>n</mi></mrow><mrow>${lnln}</mrow></mfrac></mrow>`,
    says: 'The fullest of n bins keeps growing with n, by luck alone.',
    valid: 'Leading term for n without end (Gonnet 1981). It is far off at any n that exists; the sharper form Γ⁻¹(n) − 3/2 is not.',
    picks: [{ name: 'n', label: 'Bins n', options: counts(LAWS.bins), start: 1e6 }],
    tasks: ({ n }) => [LAWS.one(n)],
    rows: ([r]) => [['Fullest bin: leading term', item(r, 'one-choice-leading'), r?.metrics.max], ['The sharper form', item(r, 'one-choice-gonnet'), r?.metrics.max], ['Exact expectation', r?.theory?.max?.value, r?.metrics.max]],
  },
  {
    id: 'several', title: 'Two looks or more',
    text: 'gap = ln ln n / ln d + O(1).',
    formula: mathml`<mrow><mi>gap</mi><mo>=</mo><mfrac><mrow>${lnln}</mrow><mrow>${ln}<mi>d</mi></mrow></mfrac><mo>+</mo><mi>O</mi><mo stretchy="false">(</mo><mn>1</mn><mo stretchy="false">)</mo></mrow>`,
    says: 'A logarithm of a logarithm. More looks only divide it by a constant, which is why the second look counts most.',
    valid: 'Any n, d ≥ 2, up to a constant that is not known (Azar, Broder, Karlin and Upfal 1999): it tells how the gap grows, not where it is.',
    picks: [{ name: 'n', label: 'Bins n', options: counts(LAWS.bins), start: 1e6 }, looks],
    tasks: ({ n, d }) => [LAWS.several(n, d)],
    rows: ([r]) => [['Fullest bin over the average', item(r, 'choices-double-log'), r?.metrics.gap]],
  },
  {
    id: 'loaded', title: 'Many balls per bin',
    text: 'One look: gap ≈ √(2 (m/n) ln n). d looks: gap = ln ln n / ln d + O(1).',
    formula: mathml`<mrow><msub><mi>gap</mi><mn>1</mn></msub><mo>≈</mo><msqrt><mrow><mn>2</mn><mfrac><mi>m</mi><mi>n</mi></mfrac>${ln}<mi>n</mi></mrow></msqrt><mo>,</mo><mspace width="1em"></mspace><msub><mi>gap</mi><mi>d</mi></msub><mo>=</mo><mfrac><mrow>${lnln}</mrow><mrow>${ln}<mi>d</mi></mrow></mfrac><mo>+</mo><mi>O</mi><mo stretchy="false">(</mo><mn>1</mn><mo stretchy="false">)</mo></mrow>`,
    says: 'With one look the gap grows with the number m of balls. With two, m is not in the formula at all.',
    valid: `One look: m/n far above (ln n)³ (Raab and Steger 1998). d ≥ 2: any m (Berenbrink, Czumaj, Steger and Vöcking 2006). Run with n = ${fixed(LAWS.heavy, 0)}.`,
    picks: [{ name: 'm', label: 'Balls per bin m/n', options: counts(LAWS.perBin), start: 1000 }, looks],
    tasks: ({ m, d }) => [LAWS.loaded(m, 1), LAWS.loaded(m, d)],
    rows: ([one, more], { d }) => [['One look', item(one, 'one-choice-heavy'), one?.metrics.gap], [`${d} looks, up to a constant`, item(more, 'choices-double-log'), more?.metrics.gap]],
  },
  {
    id: 'queue', title: 'Queues in time',
    text: 'sᵢ = λ^((dⁱ − 1)/(d − 1)); λⁱ for one look.',
    formula: mathml`<mrow><msub><mi>s</mi><mi>i</mi></msub><mo>=</mo><msup><mi>λ</mi><mrow>${power2}</mrow></msup><mspace width="1em"></mspace><mo stretchy="false">(</mo><msup><mi>λ</mi><mi>i</mi></msup><mtext> for one look</mtext><mo stretchy="false">)</mo></mrow>`,
    says: 'The share of replicas with at least i requests. With one look it falls by a constant factor per request, with two it is squared at every step.',
    valid: 'Infinitely many replicas, Poisson arrivals, exponential service, one worker each, fresh counts (Vvedenskaya, Dobrushin and Karpelevich 1996; Mitzenmacher 1996). Run with 256.',
    picks: [{ name: 'load', label: 'Load λ', options: LAWS.loads.map((x) => ({ value: x, label: fixed(x, 2) })), start: 0.9 }, { name: 'd', label: 'Looks d', options: counts(LAWS.queues), start: 2 }],
    tasks: ({ load, d }) => [LAWS.queue(load, d)],
    rows: ([r]) => [1, 2, 3, 4, 5, 6].map((i) => [`At least ${plural(i, 'request')}`, r?.theory?.queueTail?.[i] ?? (r ? 0 : undefined), r?.metrics.queueTail[i] ?? (r ? { value: 0 } : undefined), 'share']),
  },
];

import { html } from 'lit';
import './css/story.css';

// The chapters below the two skylines, in the order of the story: each has one thing to say, and a sentence that leads to it.

const LIMITS = [
  ['Looks take no time', 'and cost nothing. A real look is a message; where it is slow, what it finds is old when it arrives, which is what “Loads are” in the fleet lab is for.'],
  ['First come, first served', 'one request per worker. No priorities, no pre-emption, no batching of several requests into one step, as model servers do.'],
  ['Traffic does not answer', 'Arrivals keep their rate whatever the waits are. Clients that stop sending while they wait would soften every tail here.'],
  ['Sizes are drawn, not caused', 'One request does not make the next one larger, and replicas do not slow each other down.'],
  ['Dispatchers agree', 'on errors, on budgets and on who is ejected, even where each sees only its own requests. A dispatcher never fails.'],
  ['Cancelling is instant', 'A second call is taken back at the moment at which the first is answered.'],
];

/** id · name for contents and screen readers · bridge: how the story gets there · code: what its element needs · body(lab) */
export const CHAPTERS = [
  { id: 'why', name: 'Why random fails quietly', code: () => import('./why.js'), body: (lab) => html`<p2c-why id=why .lab=${lab}></p2c-why>` },
  { id: 'bins', name: 'Balls and bins', bridge: 'Take time away first. Requests become balls, replicas become bins, nothing is served, and what is left is the placement.', code: () => import('./bins.js'), body: (lab) => html`<p2c-bins id=bins .lab=${lab}></p2c-bins>` },
  { id: 'fleet', name: 'A fleet under load', bridge: 'Now let time run. A queue is only a proxy; what somebody feels is the wait, and the longest waits most of all.', code: () => import('./fleet.js'), body: (lab) => html`<p2c-fleet id=fleet .lab=${lab}></p2c-fleet>` },
  { id: 'knows', name: 'What the dispatcher knows', bridge: 'So far a load was the number of requests at a replica, at that very instant.', code: () => import('./knows.js'), body: (lab) => html`<p2c-knows id=knows .lab=${lab}></p2c-knows>` },
  { id: 'map', name: 'How many looks?', bridge: 'What is known also ages, and several dispatchers do not see each other’s requests. Both turn the best policy into the worst.', code: () => import('./map.js'), body: (lab) => html`<p2c-map id=map .lab=${lab}></p2c-map>` },
  { id: 'slow', name: 'One slow replica', bridge: 'Until here all replicas were alike. The commonest incident is one that is not, and says that it is well.', code: () => import('./slow.js'), body: (lab) => html`<p2c-slow id=slow .lab=${lab}></p2c-slow>` },
  { id: 'fanout', name: 'Fan-out', bridge: 'Where one request is a hundred calls, it is as slow as the slowest of them, and a rare stall is no longer rare.', code: () => import('./fanout.js'), body: (lab) => html`<p2c-fanout id=fanout .lab=${lab}></p2c-fanout>` },
  { id: 'growth', name: 'From a hundred to a quadrillion', bridge: 'A trick that works for 64 may not work for 64 million. This one does.', code: () => import('./growth.js'), body: (lab) => html`<p2c-growth id=growth .lab=${lab}></p2c-growth>` },
  { id: 'theory', name: 'The theory in short', bridge: 'None of this is luck of the seed. It has been proved, with conditions.', code: () => import('./laws.js'), body: (lab) => html`<p2c-laws id=theory .lab=${lab}></p2c-laws>` },
  { id: 'mistakes', name: 'Common mistakes', bridge: 'A rule of one sentence leaves room for mistakes all the same, in balancers and in what measures them.', code: () => import('./mistakes.js'), body: (lab) => html`<p2c-mistakes id=mistakes .lab=${lab}></p2c-mistakes>` },
  { id: 'hashing', name: 'Hashing', bridge: 'The same two looks also place keys in tables and on rings.', code: () => import('./hashing.js'), body: (lab) => html`<p2c-hashing id=hashing .lab=${lab}></p2c-hashing>` },
  { id: 'article', name: 'The article’s numbers', bridge: 'Whoever doubts the tables of article 1 can fill them again.', code: () => import('./article-section.js'), body: (lab) => html`<p2c-article id=article .lab=${lab}></p2c-article>` },
  { id: 'claims', name: 'Every number, checked', bridge: 'And not those tables alone: all that the three articles say in numbers.', code: () => import('./claims.js'), body: (lab) => html`<p2c-claims id=claims .lab=${lab}></p2c-claims>` },
  { id: 'limits', name: 'What is not modelled', body: () => limits() },
];

function limits() {
  return html`<div id="limits"><div class="sec-head"><h2 tabindex="-1">What is not modelled</h2>
      <p class="lead">These are the places where a real fleet differs from this one, and where its numbers will.</p></div>
    <ul class="limits">${LIMITS.map(([what, how]) => html`<li><b>${what}${/^[A-Z]/.test(how) ? '.' : ','}</b> ${how}</li>`)}</ul></div>`;
}

/** Links to all chapters. `jump(event, id)` follows one. */
export const contents = (jump) => html`<nav class="wrap contents" aria-label="Contents"><ol>${CHAPTERS.map(({ id, name }) => html`<li><a href="#${id}" @click=${(e) => jump(e, id)}>${name}</a></li>`)}</ol></nav>`;

export const chapters = (lab) => CHAPTERS.map(({ name, bridge, body }) => html`<section class="lab" aria-label=${name}><div class="wrap">${bridge ? html`<p class="bridge">${bridge}</p>` : ''}${body(lab)}</div></section>`);

import { html, nothing } from 'lit';
import { shareBar } from './share.js';
import { ViewedSection } from './viewed-section.js';

// A chapter that shows the results of a few short runs, which begin when it comes into view. Its `tasks` are whole configurations,
// of any experiment, as the reader's choices have them; what has run once is not run again.

const keyOf = (task) => JSON.stringify(task);

export class Trials extends ViewedSection {
  static properties = { ...ViewedSection.properties, found: { state: true } };

  /** @param {string} name of the chapter */
  constructor(name) {
    super('fleet', name);
    this.found = new Map();
  }

  get stage() { return this.querySelector('[data-stage]'); }

  /** The result of a task, or undefined. */
  got(task) { return this.found.get(keyOf(task)); }

  /** Tasks without a result, each once. */
  get missing() {
    const all = new Map(this.tasks.map((task) => [keyOf(task), task]));
    return [...all].filter(([key]) => !this.found.has(key)).map(([, task]) => task);
  }

  async start(free = false) {
    if (!this.begins()) return;
    const { missing } = this;
    if (!missing.length) {
      this.runner.cancel();
      return;
    }
    const arrived = (done) => { this.found = new Map([...this.found, ...done.map((result, i) => [keyOf(missing[i]), result])]); };
    try {
      await this.runner.runInBudget(missing.map((task) => this.job(this.catalogue.complete(task.experiment, task))), { free, alike: false, arrived });
    } catch (error) {
      this.refuse(error);
    }
  }

  /** A choice of the reader; what it asks for is run. */
  pick(change) {
    Object.assign(this, change);
    this.requestUpdate();
    this.start();
  }

  cancelled() { return this.runner.cancel(); }

  /** Chapters have no settings of their own in the address. */
  pairs() { return []; }

  status() {
    const { runner } = this;
    const again = this.begun && !runner.busy && !runner.expected && this.missing.length > 0;
    return html`<div class="status">${this.progressLine(runner)}${again
      ? html`<div class="running"><button class="btn sm" data-run @click=${() => this.start()}>Run the rest</button></div>` : this.runRow(runner, () => this.start(true))}</div>`;
  }

  /** Title and lead. */
  title(heading, lead) {
    return html`<div class="sec-head"><h2 tabindex="-1">${heading}</h2><p class="lead">${lead}</p></div>`;
  }

  /** The finding of a figure, and its files once all of these tasks have results. */
  heading(finding, tasks, take) {
    return html`<div class="found"><h3 class="finding" data-finding>${finding}</h3>${this.files(tasks, take)}</div>`;
  }

  files(tasks, take) { return html`<span class="tools"><p2c-save .off=${!tasks.every((task) => this.got(task))} .take=${take}></p2c-save></span>`; }

  /** How what is shown was run: of these tasks, those that have results; they can be taken along. */
  told(tasks, words) {
    this.shown = tasks.map((t) => this.got(t)).filter(Boolean);
    const [first] = this.shown;
    return shareBar(this, first ? html`${words} Seed ${first.config.seed}, version ${first.version}. Fingerprints ${this.shown.map((r, i) => html`${i ? ', ' : nothing}<code>${r.fingerprint}</code>`)}.` : words, !!first);
  }

  shared() { return { runs: this.shown.map((result) => ({ name: this.catalogue.shortName(result.config.policy), result })) }; }
}

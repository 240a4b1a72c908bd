import { html } from 'lit';

// The rail of controls. On a phone it is folded behind one row that prints the present values.

export class Settings {
  constructor(host) {
    (this.host = host).addController(this);
    this.open = false;
  }

  hostConnected() {}

  frame(summary, body) {
    const toggle = () => { this.open = !this.open; this.host.requestUpdate(); };
    return html`<div class="rail ${this.open ? '' : 'shut'}">
      <button class="rail-top" aria-expanded=${String(this.open)} @click=${toggle}><span>Settings</span><span>${summary}</span></button>
      <div class="rail-in">${body}</div></div>`;
  }
}

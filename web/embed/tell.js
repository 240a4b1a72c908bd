/** Tells the page that a lab stands in: p2c-result (a result), p2c-progress ({ fraction }) or p2c-error ({ kind, field, message }). */
export function tell(element, what, detail) {
  const plain = detail instanceof Error ? { kind: detail.kind ?? 'internal', field: detail.field ?? '', message: detail.message } : detail;
  element.dispatchEvent(new CustomEvent(`p2c-${what}`, { bubbles: true, composed: true, detail: plain }));
}

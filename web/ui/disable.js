// Where there is no engine: every control below the top bar is off, and stays so whatever is drawn anew. Tables of figures open all the same.

const CONTROLS = 'button, input, select';
const FREE = '.tools, [data-free]';

export function disable(root) {
  const off = () => {
    for (const control of root.querySelectorAll(CONTROLS)) if (!control.disabled && !control.closest(FREE)) control.disabled = true;
  };
  off();
  new MutationObserver(off).observe(root, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] });
}

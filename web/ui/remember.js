/** A function that gives the same thing again for the same arguments as the last time: what is drawn from it need not be drawn anew. */
export function remember(make) {
  let last;
  let value;
  return (...now) => {
    if (!last || now.length !== last.length || now.some((one, i) => one !== last[i])) [last, value] = [now, make(...now)];
    return value;
  };
}

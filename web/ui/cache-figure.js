import { THIN, brief, percent, plain, tickText, withError } from './format.js';
import { roomFor } from './end-names.js';
import { IN_SERVICE_TIMES } from './fleet-figures.js';
import { styledFleet } from './fleet-words.js';
import { apart } from './stats.js';
import { metric, rawTable } from './take-data.js';

// Hit rate against the tail, one dot for each policy: sending keys where they are known against sending requests where there is room.

export const caches = (results) => results.every((r) => r.result.config.cache?.id && r.result.config.cache.id !== 'none');

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Claims only what the intervals of the first two of an order keep apart. */
function findingOf(shown) {
  if (!shown.length) return 'No steady state with any of these policies';
  const first = (of, sign) => {
    const [best, next] = [...shown].sort((a, b) => sign * (of(a).value - of(b).value));
    return { best, clear: !next || apart(of(best), of(next)) };
  };
  const tail = first((r) => r.p99, 1);
  const hits = first((r) => r.hits, -1);
  if (!tail.clear && !hits.clear) return 'Neither hit rates nor p99 latencies can be told apart';
  if (tail.clear && hits.clear && tail.best === hits.best) return `${capital(tail.best.name)} has both the most hits and the shortest p99 latency`;
  const most = hits.clear ? `${capital(hits.best.name)} hits most, ${brief(100 * hits.best.hits.value)}${THIN}%` : 'The highest hit rates cannot be told apart';
  const shortest = tail.clear ? `the shortest p99 latency is that of ${tail.best.name}` : 'the shortest p99 latencies cannot be told apart';
  return `${most}${tail.clear && hits.clear ? ', but' : ';'} ${shortest}`;
}

export function cacheFigure(raw, catalogue) {
  const results = styledFleet(raw, catalogue).map((r) => ({ ...r, hits: r.result.metrics.hitRate, p99: r.result.metrics.latency.p99 }));
  const shown = results.filter((r) => r.p99.value > 0 && r.hits.value != null);
  const ys = shown.map((r) => r.p99.value);
  const [low, high] = [Math.min(...ys, 5) * 0.7, Math.max(...ys, 10) * 1.4];
  const text = (r) => { const [v, e] = withError(r.p99); return r.p99.value == null ? 'grows without end' : `${v}${e ? ` ± ${e}` : ''}`; };
  const alone = results.filter((r) => r.p99.value == null).map((r) => r.name);
  return {
    finding: findingOf(shown),
    sub: `p99 latency with its 95\u202f% interval, one dot for each policy.${alone.length ? ` Without a steady state: ${alone.join(', ')}.` : ''}`,
    spec: {
      x: { scale: 'lin', domain: [0, 1], ticks: [0, 0.2, 0.4, 0.6, 0.8, 1], format: percent, label: 'requests that found their key' },
      y: { scale: 'log', domain: [low, high], ticks: [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].filter((t) => t >= low && t <= high), format: (v) => tickText(v), label: 'p99 latency, service times' },
      left: 46, right: roomFor(results.map((r) => r.name)),
      layers: shown.map((r) => ({ kind: 'dots', hue: r.hue, size: 5, points: [{ x: r.hits.value, y: r.p99.value, low: r.p99.low, high: r.p99.high, hollow: r.result.warnings.length > 0 }] })),
      ends: shown.map((r) => ({ x: r.hits.value, y: r.p99.value, text: r.name, hue: r.hue })),
      readings: { xs: shown.map((r) => r.hits.value), title: (v) => `${plain(Number((100 * v).toPrecision(3)))}${THIN}% hits`, rows: (v) => shown.filter((r) => r.hits.value === v).map((r) => ({ hue: r.hue, name: r.name, text: text(r) })) },
    },
    table: { columns: ['Policy', 'Hit rate', 'p99 latency'], rows: results.map((r) => [catalogue.name(r.policy), r.hits.value == null ? '–' : `${brief(100 * r.hits.value)}${THIN}%`, text(r)]) },
    take: () => ({ name: 'cache', runs: results, notes: [IN_SERVICE_TIMES], data: rawTable([['policy', (r) => r.name], ...metric('hit rate', (r) => r.hits), ...metric('p99 latency', (r) => r.p99)], results) }),
  };
}

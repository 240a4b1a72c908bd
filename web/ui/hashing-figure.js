import { HASHING } from './presets.js';
import { sweepFigure } from './sweep-figure.js';

// One figure of hashing: a metric of the scheme against one of its settings, with the theory of each run beside it.

/** @param points [{value, result}] in the order of the setting */
export function hashingFigure(points, scheme, catalogue, now) {
  const { over, metric } = HASHING.figures[scheme];
  return sweepFigure(points, {
    param: catalogue.entry('schemes', scheme).params.find((p) => p.name === over),
    metric: catalogue.experiment('hashing').metrics.find((m) => m.name === metric),
    now, limit: 'limit of large tables',
  });
}

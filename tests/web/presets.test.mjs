// What the page offers to start from is what the core accepts, with every policy that it is compared under.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openLab } from '../../web/api/index.js';
import * as presets from '../../web/ui/presets.js';

const starts = {
  bins: presets.BINS.starts,
  hashing: presets.HASHING.starts,
  fanout: presets.FANOUT.starts,
  fleet: presets.FLEET.starts.flatMap((group) => group.starts),
};

describe('presets', () => {
  for (const [experiment, all] of Object.entries(starts)) {
    test(`all of ${experiment} can be run`, async () => {
      const lab = await openLab();
      for (const { label, config, policies } of all)
        for (const policy of policies ?? presets[experiment.toUpperCase()].compared ?? [undefined])
          assert.doesNotThrow(() => lab.check({ experiment, ...config, ...(policy && experiment === 'fleet' && { policy }) }), label);
      lab.close();
    });
  }
});

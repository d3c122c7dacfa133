import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import {
  etchashEpoch,
  etchashSizes,
  ethashEpoch,
  ethashSizes,
  kawpowEpoch,
  kawpowSizes,
  octopusEpoch,
  octopusSizes,
} from './dag-sizes.ts';
import file from './vectors/etchash.json' with { type: 'json' };

const rows = file.vectors.filter((vector) => vector.seed_rounds !== undefined);

describe('sizes of datasets', () => {
  it.each(rows)('knows the epoch of Ethereum Classic at height $height', (row) => {
    const epoch = etchashEpoch(row.height);
    const sizes = row.height < 11_700_000 ? ethashSizes(epoch) : etchashSizes(epoch);
    expect({ epoch, seed: bytesToHex(sizes.seed), items: sizes.cacheItems, pages: sizes.pages }).toEqual({
      epoch: row.epoch,
      seed: row.seed_hash,
      items: row.cache_items_64B,
      pages: row.dataset_items_128B,
    });
  });

  it('begins as the yellow paper says', () => {
    // 16,776,896 bytes of cache and 1,073,739,904 bytes of dataset.
    expect(ethashSizes(0)).toMatchObject({ cacheItems: 262_139, pages: 8_388_593, parents: 256 });
    expect(kawpowSizes(0)).toMatchObject({ cacheItems: 262_139, pages: 4_194_296, parents: 512 });
    expect(octopusSizes(0).pages * 256).toBe(4_294_966_528);
  });

  it('changes epochs at whole multiples', () => {
    expect([29_999, 30_000].map(ethashEpoch)).toEqual([0, 1]);
    expect([7_499, 7_500].map(kawpowEpoch)).toEqual([0, 1]);
    expect([524_287, 524_288].map(octopusEpoch)).toEqual([0, 1]);
  });
});

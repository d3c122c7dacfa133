import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import cases from '../testing/address-cases.json' with { type: 'json' };
import checksumCases from '../testing/address-cases-checksum.json' with { type: 'json' };
import { testCoin, testCoins } from '../testing/coins.ts';
import { allFamilies } from './all-families.ts';
import { loadableFamilies, loadFamilies } from './load-families.ts';
import { codePoint } from '../testing/code-point.ts';

const samples = Object.entries(cases.coins).flatMap(([symbol, { valid }]) =>
  valid.flatMap(({ address, network }) => {
    const family = testCoin(symbol).chains.find((chain) => chain.network === network)?.family;
    return family === undefined ? [] : [{ family, address }];
  }),
);

function judge(family: string, address: string) {
  const validator = allFamilies[family];
  if (validator === undefined) throw new Error(`no family ${family}`);
  return validator(address);
}

describe('all families', () => {
  it('cover every network of every coin', () => {
    const used = new Set(testCoins.flatMap((coin) => coin.chains.map((chain) => chain.family)));
    expect([...used].filter((family) => allFamilies[family] === undefined)).toEqual([]);
    expect(used.size).toBe(Object.keys(allFamilies).length);
  });

  it('have a canonical form that is its own canonical form', () => {
    for (const { family, address } of samples) {
      const verdict = judge(family, address);
      expect(verdict.kind === 'valid' ? judge(family, verdict.canonical) : verdict).toEqual(verdict);
    }
  });

  it('have a canonical form that is its own canonical form, whatever the case', () => {
    const anyCase = fc
      .constantFrom(...samples)
      .chain(({ family, address }) =>
        fc.mixedCase(fc.constant(address)).map((text) => ({ family, address: text })),
      );
    fc.assert(
      fc.property(anyCase, ({ family, address }) => {
        const verdict = judge(family, address);
        if (verdict.kind === 'valid') expect(judge(family, verdict.canonical)).toEqual(verdict);
      }),
      { numRuns: 3000 },
    );
  });

  it('notice every pair of neighbouring letters that changed places, wherever there is a checksum', () => {
    const withChecksum = samples.filter(
      // The case of a hex address is a weak checksum: with few letters in it a swap can go unnoticed.
      ({ family, address }) =>
        Object.hasOwn(checksumCases.families, family) && family !== 'SOL' && !address.startsWith('0x'),
    );
    const unnoticed: string[] = [];
    let count = 0;
    for (const { family, address } of withChecksum) {
      for (let at = 0; at < address.length - 1; at += 1) {
        const swapped =
          address.slice(0, at) + address.charAt(at + 1) + address.charAt(at) + address.slice(at + 2);
        if (swapped === address) continue;
        count += 1;
        if (judge(family, swapped).kind === 'valid') unnoticed.push(`${family} ${swapped}`);
      }
    }
    expect(unnoticed).toEqual([]);
    expect(count).toBeGreaterThan(5000);
  });

  it('never throw', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(allFamilies)),
        fc.oneof(
          fc.string({ unit: codePoint }),
          fc.string({ unit: 'grapheme-ascii' }),
          fc.string().map((text) => `${text}1111`),
        ),
        (family, text) => {
          expect(['valid', 'wrong-checksum', 'malformed']).toContain(judge(family, text).kind);
        },
      ),
      { numRuns: 5000 },
    );
  });
});

describe('loadFamilies', () => {
  it('can load every family', async () => {
    expect(loadableFamilies.toSorted()).toEqual(Object.keys(allFamilies).toSorted());
    const loaded = await loadFamilies(loadableFamilies);
    expect(Object.keys(loaded).toSorted()).toEqual(Object.keys(allFamilies).toSorted());
  });

  it('loads what was asked for and nothing else', async () => {
    const loaded = await loadFamilies(['BTC', 'EVM', 'unknown']);
    expect(Object.keys(loaded).toSorted()).toEqual(['BTC', 'EVM']);
    expect(loaded['BTC']?.('1PRuxNSZwUXym6A31kmrArdT2BGJiTna19')).toEqual({
      kind: 'valid',
      canonical: '1PRuxNSZwUXym6A31kmrArdT2BGJiTna19',
    });
  });
});

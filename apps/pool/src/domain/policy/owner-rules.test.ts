import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AlgorithmWork, isOwnersShare, type WorkValue } from './owner-rules.ts';

const dollar = 10n ** 18n;
/** A block of SHA-256 takes a million times the hashes of one of scrypt, and both pay the same. */
const values = new Map<string, WorkValue>([
  ['sha256', { networkWork: 10n ** 15n, usd: 100n * dollar }],
  ['scrypt', { networkWork: 10n ** 9n, usd: 100n * dollar }],
]);
const valueOf = (algorithm: string) => values.get(algorithm);
const works = (...rows: readonly [string, bigint, bigint][]): AlgorithmWork[] =>
  rows.map(([algorithm, ofSource, ofMiner]) => ({ algorithm, ofSource, ofMiner }));

describe('isOwnersShare', () => {
  it.each([
    ['a quarter of one algorithm', works(['scrypt', 25n, 100n]), true],
    ['less than a quarter', works(['scrypt', 24n, 100n]), false],
    ['no work at all', works(['scrypt', 0n, 0n]), false],
    [
      'a million times the hashes, and no value',
      works(['sha256', 10n ** 9n, 10n ** 9n], ['scrypt', 0n, 13_299n]),
      false,
    ],
    ['the scrypt miner beside them', works(['sha256', 0n, 10n ** 9n], ['scrypt', 13_299n, 13_299n]), true],
    [
      'a third of the value in SHA-256',
      works(['sha256', 10n ** 12n, 10n ** 12n], ['scrypt', 0n, 2_000_000n]),
      true,
    ],
    ['little work, never rounded to nothing', works(['sha256', 1n, 1n], ['scrypt', 0n, 0n]), true],
    ['work without a value beside work that has one', works(['kawpow', 10n, 10n], ['scrypt', 0n, 1n]), false],
    ['the valued part beside it', works(['kawpow', 0n, 10n], ['scrypt', 1n, 1n]), true],
    ['nothing valued: a quarter of each', works(['kawpow', 1n, 4n], ['ethash', 1n, 4n]), true],
    ['nothing valued: a quarter of only one', works(['kawpow', 4n, 4n], ['ethash', 0n, 4n]), false],
  ])('judges %s', (_title, rows, expected) => {
    expect(isOwnersShare(rows, valueOf)).toBe(expected);
  });

  it('makes at most four of all sources owners, whatever each mines', () => {
    const parts = fc.array(
      fc.record({ sha256: fc.bigInt(0n, 10n ** 16n), scrypt: fc.bigInt(0n, 10n ** 10n) }),
      {
        minLength: 1,
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(parts, (sources) => {
        const sum = (key: 'sha256' | 'scrypt') => sources.reduce((total, source) => total + source[key], 0n);
        const owners = sources.filter((own) =>
          isOwnersShare(
            works(['sha256', own.sha256, sum('sha256')], ['scrypt', own.scrypt, sum('scrypt')]),
            valueOf,
          ),
        );
        return owners.length <= 4;
      }),
    );
  });
});

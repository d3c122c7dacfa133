import oracle from 'multicoin-address-validator';
import { describe, expect, it } from 'vitest';
import { compilePattern } from '../compile-pattern.ts';
import cases from '../testing/address-cases.json' with { type: 'json' };
import checksumCases from '../testing/address-cases-checksum.json' with { type: 'json' };
import { testCoins } from '../testing/coins.ts';
import { allFamilies } from './all-families.ts';

/** Every address of the case tables, valid or not, of any coin: each is put to each family. */
const addresses = new Set([
  ...Object.values(cases.coins).flatMap(({ valid, invalid }) =>
    [...valid, ...invalid].map(({ address }) => address),
  ),
  ...Object.values(checksumCases.families).flatMap((family) => family.cases.map(({ address }) => address)),
]);

const chains = new Map(testCoins.flatMap((coin) => coin.chains).map((chain) => [chain.family, chain]));
const covered = new Set(oracle.getCurrencies().map(({ symbol }) => symbol.toUpperCase()));
const compared = [...chains.keys()].filter((family) => covered.has(oracleSymbol(family)));

function oracleSymbol(family: string): string {
  return family === 'EVM' ? 'ETH' : family;
}

function weAccept(family: string, address: string): boolean {
  const pattern = chains.get(family)?.regex;
  if (pattern === undefined || !compilePattern(pattern).test(address)) return false;
  return allFamilies[family]?.(address).kind === 'valid';
}

interface Explanation {
  readonly family: string;
  /** How many of the case tables' addresses it explains. */
  readonly count: number;
  readonly verdict: 'we accept' | 'we refuse';
  readonly explains: RegExp;
  readonly reason: string;
}

const explanations: readonly Explanation[] = [
  {
    family: 'LTC',
    count: 2,
    verdict: 'we accept',
    explains: /^3/,
    reason:
      'old script addresses shared with Bitcoin; Litecoin nodes still accept them, the oracle knows M… only',
  },
  {
    family: 'DGB',
    count: 2,
    verdict: 'we accept',
    explains: /^3/,
    reason:
      'old script addresses shared with Bitcoin; DigiByte nodes still accept them, the oracle knows S… only',
  },
  {
    family: 'BTG',
    count: 2,
    verdict: 'we accept',
    explains: /^btg1/,
    reason: 'the oracle does not know the bech32 prefix',
  },
  {
    family: 'QTUM',
    count: 1,
    verdict: 'we accept',
    explains: /^qc1/,
    reason: 'the oracle does not know the bech32 prefix',
  },
  {
    family: 'INJ',
    count: 2,
    verdict: 'we accept',
    explains: /^inj1/,
    reason: 'the oracle does not know the chain of its own, with bech32 addresses',
  },
  {
    family: 'INJ',
    count: 80,
    verdict: 'we refuse',
    explains: /^0x/,
    reason: 'the oracle judges INJ as the token on Ethereum only; that chain is of family EVM here',
  },
  {
    family: 'BCH',
    count: 10,
    verdict: 'we refuse',
    explains: /^(?:bitcoincash:)?[qp][a-z0-9]{41}$/,
    reason:
      'the oracle checks neither the checksum nor the letters (it lets a b through), so eCash and Qtum pass too',
  },
  {
    family: 'DOT',
    count: 3,
    verdict: 'we refuse',
    explains: /^[5FC]/,
    reason: 'the oracle accepts any SS58 network; these are of Substrate and Kusama',
  },
  {
    family: 'HBAR',
    count: 1,
    verdict: 'we refuse',
    explains: /^1\.0\./,
    reason: 'shard 1 does not exist; the oracle takes any numbers',
  },
  {
    family: 'XTZ',
    count: 61,
    verdict: 'we refuse',
    explains: /^(?!tz[1-4]|KT1)/,
    reason: 'the oracle accepts any base58check text, whatever its prefix',
  },
  {
    family: 'EOS',
    count: 3,
    verdict: 'we accept',
    explains: /^[a-z1-5.]{1,11}$/,
    reason: 'names shorter than 12 characters exist; the oracle wants exactly 12',
  },
  {
    family: 'EOS',
    count: 1,
    verdict: 'we refuse',
    explains: /[06-9]/,
    reason: 'the digits 0 and 6 to 9 are not in the alphabet of names; the oracle takes any digit',
  },
  {
    family: 'APT',
    count: 1,
    verdict: 'we accept',
    explains: /^0x[0-9a-f]{62}$/,
    reason: 'leading zeros may be left out; the oracle wants 64 digits',
  },
];

describe('multicoin-address-validator', () => {
  it('judges as we do, and every difference is explained', () => {
    const differences = compared.flatMap((family) =>
      [...addresses].flatMap((address) => {
        const ours = weAccept(family, address);
        const theirs = oracle.validate(address, oracleSymbol(family));
        return ours === theirs ? [] : [{ family, address, verdict: ours ? 'we accept' : 'we refuse' }];
      }),
    );
    const explained = explanations.map(({ family, verdict, explains }) =>
      differences.filter(
        (other) => other.family === family && other.verdict === verdict && explains.test(other.address),
      ),
    );
    report(
      `${compared.length} families × ${addresses.size} addresses: ${differences.length} differences, all explained`,
    );
    expect(new Set(explained.flat())).toEqual(new Set(differences));
    expect(explained.map((found) => found.length)).toEqual(explanations.map(({ count }) => count));
    expect(compared).toHaveLength(29);
  });
});

/** The counts are part of what a reader of the test run wants to see. */
function report(line: string): void {
  // oxlint-disable-next-line eslint/no-console -- tests may print their counts
  console.info(line);
}

import { describe, expect, it } from 'vitest';
import { allFamilies } from './families/all-families.ts';
import { judgeAddress } from './judge-address.ts';
import cases from './testing/address-cases.json' with { type: 'json' };
import checksumCases from './testing/address-cases-checksum.json' with { type: 'json' };
import { testCoin, testCoins } from './testing/coins.ts';

/** The counts are part of what a reader of the test run wants to see. */
function report(line: string): void {
  // oxlint-disable-next-line eslint/no-console -- tests may print their counts
  console.info(line);
}

describe('the case tables', () => {
  it('accepts every valid address on its network [addr-01]', () => {
    const judged = Object.entries(cases.coins).flatMap(([symbol, { valid }]) =>
      valid.map(({ address, network }) => ({
        address,
        network,
        outcome: judgeAddress(testCoin(symbol), address, allFamilies),
      })),
    );
    const refused = judged.filter(
      ({ outcome, network }) => outcome.kind !== 'valid' || !outcome.compatible.includes(network),
    );
    report(`valid addresses: ${judged.length - refused.length} of ${judged.length} accepted`);
    expect(refused).toEqual([]);
    expect(judged).toHaveLength(318);
  });

  it('refuses every invalid address [addr-05]', () => {
    const judged = Object.entries(cases.coins).flatMap(([symbol, { invalid }]) =>
      invalid.map(({ address, reason }) => ({
        symbol,
        address,
        reason,
        outcome: judgeAddress(testCoin(symbol), address, allFamilies),
      })),
    );
    const accepted = judged.filter(({ outcome }) => outcome.kind === 'valid');
    report(`invalid addresses: ${judged.length - accepted.length} of ${judged.length} refused`);
    expect(accepted).toEqual([]);
    expect(judged).toHaveLength(486);
  });

  it('refuses every address whose checksum is wrong', () => {
    const judged = Object.entries(checksumCases.families).flatMap(([family, { cases: wrong }]) => {
      const coins = testCoins.filter((coin) => coin.chains.some((chain) => chain.family === family));
      return wrong.map(({ address }) => ({
        family,
        address,
        kinds: [...new Set(coins.map((coin) => judgeAddress(coin, address, allFamilies).kind))],
      }));
    });
    // Solana has no checksum: of its addresses only the length can be wrong.
    const others = judged.filter(
      ({ family, kinds }) => kinds.join() !== (family === 'SOL' ? 'no-network-matches' : 'wrong-checksum'),
    );
    report(`wrong checksums: ${judged.length - others.length} of ${judged.length} refused`);
    expect(others).toEqual([]);
    expect(judged).toHaveLength(244);
  });
});

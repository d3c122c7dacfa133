import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CoinRules } from './coin-rules.ts';
import { allFamilies } from './families/all-families.ts';
import { judgeAddress } from './judge-address.ts';
import cases from './testing/address-cases.json' with { type: 'json' };
import checksumCases from './testing/address-cases-checksum.json' with { type: 'json' };
import { testCoin, testCoins } from './testing/coins.ts';
import { roughUserString } from './testing/rough-text.ts';

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

function notSupported(network: string) {
  return { kind: 'memo-not-supported', network, coinTakesMemo: true };
}

function judgeMemo(coin: string, address: string, memo: string) {
  return judgeAddress(testCoin(coin), `${address}:${memo}`, allFamilies);
}

describe('memos', () => {
  const memoCases = Object.entries(cases.memo);

  it('are accepted and refused as the case table says [addr-04]', () => {
    let count = 0;
    for (const [coin, { valid, invalid, combined_valid: combined }] of memoCases) {
      const address = combined[0]?.slice(0, combined[0].lastIndexOf(':')) ?? '';
      const network = testCoin(coin).chains.find((chain) => chain.isDefault)?.network;
      for (const memo of valid)
        expect(judgeMemo(coin, address, memo)).toMatchObject({ kind: 'valid', address, memo });
      for (const memo of invalid)
        expect(judgeMemo(coin, address, memo)).toEqual({ kind: 'memo-invalid', network });
      count += valid.length + invalid.length;
    }
    report(`memos: ${count} judged for ${memoCases.length} coins`);
    expect(count).toBe(53);
  });

  it('stand after the first colon [addr-02]', () => {
    const combined = memoCases.flatMap(([coin, entry]) =>
      entry.combined_valid.map((text) => ({ coin, text })),
    );
    expect(combined).toHaveLength(12);
    for (const { coin, text } of combined) {
      const outcome = judgeAddress(testCoin(coin), text, allFamilies);
      expect(outcome.kind === 'valid' ? `${outcome.address}:${outcome.memo}` : outcome.kind).toBe(text);
    }
  });

  it('are refused on a network that takes none [addr-03]', () => {
    const refused = memoCases.flatMap(([coin, entry]) =>
      entry.no_memo_network.map((text) => ({ coin, text })),
    );
    const outcomes = refused.map(({ coin, text }) => ({
      coin,
      outcome: judgeAddress(testCoin(coin), text, allFamilies),
    }));
    expect(outcomes).toEqual([
      { coin: 'XRP', outcome: notSupported('BSC') },
      { coin: 'XLM', outcome: notSupported('BSC') },
      { coin: 'ATOM', outcome: notSupported('BSC') },
      { coin: 'EOS', outcome: notSupported('BSC') },
      { coin: 'INJ', outcome: notSupported('ETH') },
    ]);
  });

  it('are refused for a coin that takes none [addr-03]', () => {
    expect(judgeAddress(testCoin('BTC'), '1PRuxNSZwUXym6A31kmrArdT2BGJiTna19:5', allFamilies)).toEqual({
      kind: 'memo-not-supported',
      network: 'BTC',
      coinTakesMemo: false,
    });
  });

  it('are not looked for in an address that has a colon itself [addr-02]', () => {
    const kaspa = 'kaspa:qpkzst9yfzcvdfdymkdt69gt7rm3r2ztcjrarl0ss09jcgxzpjvkxz28m25kk';
    expect(judgeAddress(testCoin('KAS'), kaspa, allFamilies)).toMatchObject({ address: kaspa, memo: null });
    expect(judgeAddress(testCoin('KAS'), `${kaspa}:1`, allFamilies)).toMatchObject({
      kind: 'memo-not-supported',
    });
    expect(
      judgeAddress(testCoin('BCH'), 'pqx578nanz2h2estzmkr53zqdg6qt8xyqvwhn6qeyc:1', allFamilies),
    ).toMatchObject({
      kind: 'memo-not-supported',
    });
  });
});

describe('judgeAddress', () => {
  const twoNetworks: CoinRules = {
    symbol: 'TWO',
    name: 'Two',
    addressPrefix: null,
    delisted: false,
    chains: [
      {
        network: 'SECOND',
        name: 'Second',
        isDefault: false,
        family: 'A',
        regex: '^[a-z]+$',
        regexMemo: '^[0-9]+$',
      },
      { network: 'FIRST', name: 'First', isDefault: true, family: 'B', regex: '^[a-m]+$', regexMemo: null },
    ],
  };

  it('trims and tries the default chain first [addr-01]', () => {
    expect(judgeAddress(twoNetworks, ' abc\n', {})).toEqual({
      kind: 'valid',
      network: 'FIRST',
      address: 'abc',
      memo: null,
      compatible: ['FIRST', 'SECOND'],
    });
    expect(judgeAddress(twoNetworks, 'xyz', {})).toMatchObject({ network: 'SECOND', compatible: ['SECOND'] });
  });

  it('prefers a matching network that takes the memo', () => {
    expect(judgeAddress(twoNetworks, 'abc:7', {})).toMatchObject({ network: 'SECOND', memo: '7' });
    expect(judgeAddress(twoNetworks, 'abc:x', {})).toEqual({ kind: 'memo-invalid', network: 'SECOND' });
  });

  it('names the supported networks, the default one first [addr-05]', () => {
    expect(judgeAddress(twoNetworks, 'ABC', {})).toEqual({
      kind: 'no-network-matches',
      networks: ['First', 'Second'],
    });
    expect(judgeAddress(twoNetworks, '', {})).toEqual({ kind: 'empty' });
    expect(judgeAddress(twoNetworks, ' \t', {})).toEqual({ kind: 'empty' });
  });

  it('takes 256 characters of address and memo and not 257', () => {
    expect(judgeAddress(twoNetworks, `abc:${'1'.repeat(252)}`, {})).toMatchObject({ kind: 'valid' });
    expect(judgeAddress(twoNetworks, `abc:${'1'.repeat(253)}`, {})).toEqual({ kind: 'too-long', max: 256 });
  });

  it('tells a wrong checksum from an address of no network', () => {
    const refuseB = { B: () => ({ kind: 'wrong-checksum' }) as const };
    expect(judgeAddress(twoNetworks, 'abc', refuseB)).toMatchObject({ kind: 'valid', network: 'SECOND' });
    const refuseBoth = { ...refuseB, A: () => ({ kind: 'malformed' }) as const };
    expect(judgeAddress(twoNetworks, 'abc', refuseBoth)).toEqual({
      kind: 'wrong-checksum',
      network: 'FIRST',
    });
    expect(judgeAddress(twoNetworks, 'xyz', refuseBoth)).toMatchObject({ kind: 'no-network-matches' });
  });

  it('does not take a Tron address for a Solana one (data trap 5)', () => {
    expect(judgeAddress(testCoin('USDT'), 'TV17H8xf6TszEc7YxWBT77z4RjdtEntA9s', allFamilies)).toMatchObject({
      compatible: ['TRX'],
    });
  });

  it('never throws, and its canonical form is judged the same again', () => {
    fc.assert(
      fc.property(fc.constantFrom(...testCoins), roughUserString, (coin, text) => {
        const outcome = judgeAddress(coin, text, allFamilies);
        if (outcome.kind !== 'valid') return;
        const again = outcome.memo === null ? outcome.address : `${outcome.address}:${outcome.memo}`;
        expect(judgeAddress(coin, again, allFamilies)).toEqual(outcome);
      }),
      { numRuns: 5000 },
    );
  });
});

import { describe, expect, it } from 'vitest';
import { unitsOf } from './chain-units.ts';
import { coins } from './coins.ts';

const all = coins.flatMap((coin) => coin.chains.map((chain) => ({ coin: coin.symbol, ...chain })));

describe('the units of the chains', () => {
  it('are known of every network, with their source', () => {
    expect(all.length).toBeGreaterThan(150);
    expect(all.filter(({ coin, network }) => (unitsOf(coin, network)?.source ?? '') === '')).toEqual([]);
  });

  it('are written down twice where a chain has fewer decimals than most', () => {
    const byDecimals = new Map<number, string[]>();
    for (const { coin, network, tokenStandard } of all) {
      const decimals = unitsOf(coin, network)?.decimals ?? -1;
      if (decimals < 8 && tokenStandard === null)
        byDecimals.set(decimals, [...(byDecimals.get(decimals) ?? []), coin]);
    }
    expect([...byDecimals].toSorted(([a], [b]) => a - b)).toEqual([
      [0, ['NEO', 'NEO']],
      [2, ['NEXA', 'XEC']],
      [3, ['SKY', 'HIVE', 'STEEM']],
      [4, ['EOS']],
      [6, ['ADA', 'XRP', 'TRX', 'ATOM', 'ALGO', 'XVG', 'XTZ', 'TIA']],
      [7, ['XLM']],
    ]);
    // Dust of two forks that is far above Bitcoin's.
    expect([unitsOf('RTM', 'RTM')?.minOutput, unitsOf('VIA', 'VIA')?.minOutput]).toEqual([
      '0.0546',
      '0.000546',
    ]);
    // One token, two contracts.
    expect([unitsOf('USDT', 'TRX')?.decimals, unitsOf('USDT', 'BSC')?.decimals]).toEqual([6, 18]);
    expect(unitsOf('BTC', 'NOSUCH')).toBeUndefined();
  });

  it('have room for the threshold: it is no fraction of a unit and no dust', () => {
    const wrong = all.filter(({ coin, network, paymentThreshold }) => {
      const units = unitsOf(coin, network);
      const [, fraction = ''] = paymentThreshold.split('.');
      return (
        units === undefined ||
        fraction.length > units.decimals ||
        Number(paymentThreshold) < Number(units.minOutput)
      );
    });
    expect(wrong.map(({ coin, network }) => `${coin}:${network}`)).toEqual([]);
  });
});

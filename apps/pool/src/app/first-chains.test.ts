import { expect, it } from 'vitest';
import { firstChains } from './open-node-world.ts';

const chain = (coin: string, isMined: boolean) => ({ coin, isMined });
const upstream = (coin: string, algorithm = 'sha256', ended = false) => ({ coin, algorithm, ended });

it('estimates by what the first source mines, and adds up no coins of sources that are not mined at once', () => {
  const coins = (
    chains: readonly ReturnType<typeof chain>[],
    upstreams: readonly ReturnType<typeof upstream>[],
  ): string[] => firstChains(chains, upstreams, 'sha256').map(({ coin }) => coin);
  // Own nodes with an upstream of another coin behind them, whose chain is there for payouts.
  expect(coins([chain('BTC', true), chain('BCH', false)], [upstream('BCH')])).toEqual(['BTC']);
  // Two upstreams: the first of the file that gives work of the algorithm.
  const [btc, bch] = [chain('BTC', false), chain('BCH', false)];
  expect(coins([btc, bch], [upstream('BCH'), upstream('BTC')])).toEqual(['BCH']);
  expect(coins([btc, bch], [upstream('BCH', 'sha256', true), upstream('BTC')])).toEqual(['BTC']);
  expect(coins([btc, bch], [upstream('LTC', 'scrypt'), upstream('BCH')])).toEqual(['BCH']);
  // A chain for payouts alone is mined by no one.
  expect(coins([btc, bch], [])).toEqual([]);
});

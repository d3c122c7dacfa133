import { describe, expect, it } from 'vitest';
import type { Chain } from '../domain/kernel/chain.ts';
import type { Rail } from '../domain/kernel/rail.ts';
import { createCallLimit } from '../runtime/call-limit.ts';
import { limitWorld } from './limit-world.ts';
import { sumWallets } from './sum-wallets.ts';
import { railRegistry } from './rails/registry.ts';

const hang: (...asked: readonly unknown[]) => Promise<never> = () => new Promise(() => undefined);
const none = (): never => {
  throw new Error('not asked');
};

const rail: Rail = {
  name: 'utxo',
  kind: 'real',
  resend: 'never',
  isOrdered: false,
  networks: ['DOGE', 'LTC'],
  pays: (coin) => coin === 'DOGE',
  terms: none,
  build: hang,
  inspect: hang,
  send: hang,
  lookUp: hang,
  outgoing: hang,
};
const chain: Chain = {
  name: 'btc',
  algorithm: 'sha256',
  kind: 'real',
  template: none,
  onTemplate: () => () => undefined,
  submitBlock: hang,
  stateOf: hang,
};

/** The fields of a chain that are no calls: one that is new there is missing here until it is named, and then has to come through. */
type PlainField = {
  [Field in keyof Chain]-?: NonNullable<Chain[Field]> extends string | number | bigint | boolean
    ? Field
    : never;
}[keyof Chain];
const plainFields: Required<Pick<Chain, PlainField>> = {
  name: 'doge',
  algorithm: 'scrypt',
  kind: 'regtest',
  hasFixedVersion: true,
  givesWholeBlocks: true,
};

describe('limitWorld', () => {
  const limit = createCallLimit({ callMs: 10, pauseMs: 3_600_000, now: () => performance.now() });
  const world = limitWorld(
    {
      sources: [
        {
          chain: { ...chain, nodes: { names: ['one'], answersOf: hang }, ownBlocks: hang },
          lightestShare: 1n,
        },
      ],
      rails: railRegistry([{ ...rail, activated: hang }]),
      wallet: { holdings: hang },
    },
    limit,
  );

  it('hands on every member of a rail', async () => {
    const funds = { spendable: 1n, waiting: 2n, fee: 3n };
    const quote = { feeAsset: 'DOGE', alone: 1n, together: 1n, payees: 1, cap: 2n, rate: '' };
    const whole: Required<Rail> = {
      ...rail,
      through: 'kraken',
      activated: hang,
      funds: async () => funds,
      quote: async () => quote,
      sweep: hang,
      signedSweep: hang,
      forgetSweep: hang,
      replace: hang,
      cancel: hang,
      noReplacement: 'none',
      spellings: { of: (address) => [address], keep: (proof) => proof },
      waitsFor: hang,
    };
    const [limited] = limitWorld(
      { sources: [], rails: railRegistry([whole]), wallet: { holdings: hang } },
      createCallLimit({ callMs: 60_000, pauseMs: 1, now: () => performance.now() }),
    ).rails.all;
    expect(Object.keys(limited ?? {}).toSorted()).toEqual(Object.keys(whole).toSorted());
    expect(await limited?.funds?.('DOGE', 'DOGE', [])).toBe(funds);
    expect(await limited?.quote?.('DOGE', 'DOGE')).toBe(quote);
  });

  it('gives every call to a node, a wallet or a rail a limit, each network and each kind of call its own', async () => {
    const choice = world.rails.railOf('DOGE');
    const chains = world.sources.map((source) => source.chain);
    const [limited] = world.rails.all;
    if (choice.kind === 'no-rail' || chains[0] === undefined || limited === undefined)
      throw new Error('no rail');
    const { rail: doge } = choice;
    expect([limited, world.rails.railOf('BTC').kind, doge.pays('DOGE', 'DOGE')]).toEqual([
      doge,
      'no-rail',
      true,
    ]);
    const order = { payoutId: 1n, coin: 'LTC', network: 'LTC', address: 'L1', memo: '', amount: 1n };
    const bytes = new Uint8Array(1);
    const calls = [
      Promise.resolve(doge.activated?.('DOGE', 'D1')),
      doge.build([order], []),
      doge.send('DOGE', bytes),
      doge.lookUp('DOGE', 'aa', {}),
      doge.outgoing(0),
      doge.outgoing(0, 'LTC'),
      chains[0].submitBlock(bytes),
      chains[0].stateOf('aa'),
      Promise.resolve(chains[0].nodes?.answersOf('aa')),
      Promise.resolve(chains[0].ownBlocks?.(1)),
      world.wallet.holdings(),
    ];
    const outcomes = await Promise.allSettled(calls);
    expect(
      outcomes.map((each) => (each.status === 'rejected' ? (each.reason as Error).message : 'ended')),
    ).toEqual(
      [
        'activated of DOGE',
        'build of LTC',
        'send of DOGE',
        'lookUp of DOGE',
        'outgoing of every network of utxo',
        'outgoing of LTC',
        'submitBlock of btc',
        'stateOf of btc',
        'answersOf of btc',
        'ownBlocks of btc',
        'holdings of the wallets',
      ].map((what) => `${what}: no answer within 0.01 s`),
    );
  });

  it('asks the wallet of each network with a limit of its own: one that hangs hides nothing of the others', async () => {
    const { wallet } = limitWorld(
      {
        sources: [],
        rails: railRegistry([rail]),
        wallet: sumWallets([
          { network: 'DOGE', amounts: async () => new Map([['DOGE', 5n]]) },
          { network: 'BSC', amounts: hang },
          {
            network: 'LTC',
            amounts: async () =>
              new Map([
                ['LTC', 7n],
                ['DOGE', 1n],
              ]),
          },
        ]),
      },
      createCallLimit({ callMs: 10, pauseMs: 3_600_000, now: () => performance.now() }),
    );
    const holdings = () => wallet.holdings();
    expect(await holdings()).toEqual({
      amounts: new Map([
        ['DOGE', 6n],
        ['LTC', 7n],
      ]),
      byNetwork: new Map([
        ['DOGE', new Map([['DOGE', 5n]])],
        [
          'LTC',
          new Map([
            ['LTC', 7n],
            ['DOGE', 1n],
          ]),
        ],
      ]),
      unanswered: [{ network: 'BSC', why: 'holdings of BSC: no answer within 0.01 s' }],
    });
    expect((await holdings()).unanswered).toEqual([
      { network: 'BSC', why: 'holdings of BSC: an earlier call has not been answered yet' },
    ]);
    const mute = sumWallets([{ network: 'BSC', amounts: () => Promise.reject(new Error('refused')) }]);
    await expect(mute.holdings()).rejects.toThrow('BSC: refused');
  });

  it('carries each plain field of a chain, also of one that is mined together with another', () => {
    const { sources } = limitWorld(
      {
        sources: [
          { chain: { ...chain, ...plainFields }, merged: [{ ...chain, ...plainFields }], lightestShare: 1n },
        ],
        rails: railRegistry([rail]),
        wallet: { holdings: hang },
      },
      limit,
    );
    expect(sources).toMatchObject([{ chain: plainFields, merged: [plainFields] }]);
  });

  it('leaves out what a rail or a chain leaves out', () => {
    const plain = limitWorld(
      {
        sources: [{ chain, lightestShare: 1n }],
        rails: railRegistry([rail]),
        wallet: { holdings: hang },
      },
      limit,
    );
    expect(plain.rails.all.map((each) => 'activated' in each)).toEqual([false]);
    expect(plain.sources.map((each) => ['nodes' in each.chain, 'ownBlocks' in each.chain])).toEqual([
      [false, false],
    ]);
  });
});

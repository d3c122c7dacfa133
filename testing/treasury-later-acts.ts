import { setTimeout as sleep } from 'node:timers/promises';
import { coins } from './stand-in-account.ts';
import {
  blocks,
  owed,
  placesOf,
  shown,
  traded,
  tradesOf,
  type Transfer,
  transfersOf,
  type TreasuryAct,
} from './treasury-acts.ts';
import { miners, type TreasuryPool } from './treasury-pool.ts';
import { compare, compareCount, type TreasuryRow } from './treasury-verdict.ts';

const killedMs = 60_000;

/** Waits until the process is gone that something has killed. */
async function untilKilled(treasury: TreasuryPool): Promise<void> {
  for (const deadline = performance.now() + killedMs; performance.now() < deadline; await sleep(50))
    if (treasury.exchange.fault === undefined && treasury.pool.pid === undefined) return;
  throw new Error('the pool was not killed');
}

const moneroSold: TreasuryAct = {
  name: 'Monero is mined and sold, Litecoin is bought; the pool is killed when the first order has left',
  async run(treasury, act) {
    // Armed before the block is credited: the pool trades by itself whenever it has something to sell.
    treasury.exchange.fault = {
      call: 'AddOrder',
      isDone: true,
      meanwhile: () => treasury.pool.kill('SIGKILL'),
    };
    await treasury.mineMonero(miners.litecoin).catch((error: unknown) => {
      if (treasury.exchange.fault !== undefined) throw error;
    });
    for (let turn = 0; turn < 10 && treasury.exchange.fault !== undefined; turn += 1)
      await treasury.tick().catch(() => undefined);
    await untilKilled(treasury);
    await treasury.restart();
    await traded(treasury, 'sell', 'XMR');
    await traded(treasury, 'buy', 'LTC');
    return [
      await blocks(treasury, act, 'XMR'),
      compare(
        act,
        'LTC that the miner is owed, by the ledger and by the call of its page',
        await owed(treasury, 'LTC'),
        await shown(treasury, 'litecoin'),
      ),
      ...(await tradesOf(treasury, act, 'sell', 'XMR')),
      ...(await tradesOf(treasury, act, 'buy', 'LTC')),
    ];
  },
};

/** The names under which an operator has registered the pool's addresses at the exchange, and what it takes for each. */
const registered = {
  LTC: ['pool-ltc', coins('0.001')],
  WBTC: ['pool-wbtc', coins('0.0001')],
} as const;

async function register(treasury: TreasuryPool, coin: keyof typeof registered): Promise<void> {
  const plan = await treasury.list<readonly { readonly coin: string; readonly address: string }[]>(
    'transfers',
    'plan',
  );
  const address = plan.find((each) => each.coin === coin)?.address;
  if (address === undefined) throw new Error(`the pool names no address of ${coin}: ${JSON.stringify(plan)}`);
  const [name, fee] = registered[coin];
  treasury.exchange.account.registered.set(name, { coin, address, fee });
}

const send = (treasury: TreasuryPool, coin: string): Promise<string> =>
  treasury.decide('transfers', 'send', coin, '--send');

async function arrived(treasury: TreasuryPool, coin: string): Promise<void> {
  await treasury.until(
    `${coin} arrives`,
    () => transfersOf(treasury),
    (found) => found.some((each) => each.coin === coin && each.state === 'arrived'),
  );
}

/** What of transfers of a coin is booked as arrived, against what the exchange has let out and what the chain has brought. */
async function broughtOf(
  treasury: TreasuryPool,
  act: string,
  coin: keyof typeof registered,
  wallet: bigint,
): Promise<readonly TreasuryRow[]> {
  const own = (await transfersOf(treasury)).filter((each) => each.coin === coin);
  const booked = own.filter(({ state }) => state === 'arrived');
  const out = treasury.exchange.account.transfers.filter(
    (each) => each.kind === 'withdrawal' && each.coin === coin,
  );
  const sum = (amounts: readonly bigint[]) => amounts.reduce((all, each) => all + each, 0n);
  const brought = sum(booked.map(({ amount }: Transfer) => coins(amount)));
  return [
    compareCount(act, `transfers of ${coin}, by the ledger and by the exchange`, booked.length, out.length),
    compare(
      act,
      `${coin} brought, by the ledger and by the exchange`,
      brought,
      sum(out.map(({ amount }) => amount)),
    ),
    compare(act, `${coin} brought, by the ledger and by the wallet's chain`, brought, wallet),
    compare(
      act,
      `what it took for that, in ${coin}`,
      sum(booked.map(({ fee }) => coins(fee ?? '0'))),
      sum(out.map(({ fee }) => fee)),
    ),
  ];
}

const tokenBrought: TreasuryAct = {
  name: 'the token comes to its wallet; the pool is killed between storing and asking for it',
  async run(treasury, act) {
    await register(treasury, 'WBTC');
    const before = (await treasury.held()).get('WBTC') ?? 0n;
    treasury.exchange.fault = {
      call: 'WithdrawInfo',
      isDone: false,
      meanwhile: () => treasury.pool.kill('SIGKILL'),
    };
    await send(treasury, 'WBTC').catch(() => undefined);
    await untilKilled(treasury);
    await treasury.restart();
    // It is held to be never taken after two looks ten minutes apart.
    for (let turn = 0; turn < 3; turn += 1) await treasury.tick(11 * 60_000);
    const lost = await treasury.until(
      'the first is known to have never been taken',
      () => transfersOf(treasury),
      (found) => found.some(({ coin, state }) => coin === 'WBTC' && state === 'refused'),
    );
    await treasury.until(
      'the exchange is equal',
      () => placesOf(treasury),
      (found) => found.every(({ state }) => state === 'equal'),
    );
    await send(treasury, 'WBTC');
    await arrived(treasury, 'WBTC');
    const brought = ((await treasury.held()).get('WBTC') ?? 0n) - before;
    return [
      compareCount(act, 'transfers that were asked for and never taken', lost.length, 1),
      ...(await broughtOf(treasury, act, 'WBTC', brought)),
    ];
  },
};

const litecoinBrought: TreasuryAct = {
  name: 'Litecoin comes to its wallet; the answer to the withdrawal is lost',
  async run(treasury, act) {
    await register(treasury, 'LTC');
    const before = (await treasury.held()).get('LTC') ?? 0n;
    treasury.exchange.fault = { call: 'Withdraw', isDone: true };
    await send(treasury, 'LTC');
    if (treasury.exchange.fault !== undefined) throw new Error('nothing was asked for');
    await arrived(treasury, 'LTC');
    const brought = ((await treasury.held()).get('LTC') ?? 0n) - before;
    return broughtOf(treasury, act, 'LTC', brought);
  },
};

/** What follows on the first acts. */
export const laterActs: readonly TreasuryAct[] = [moneroSold, tokenBrought, litecoinBrought];

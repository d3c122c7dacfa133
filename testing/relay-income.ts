import { setTimeout as sleep } from 'node:timers/promises';
import { parseAmount } from '@openlode/money/amount';
import { payAll } from './payout-rehearsal.ts';
import type { PayingNetwork } from './relayed-networks.ts';
import { type RelayingPools, upstreamName } from './relaying-pools.ts';

/** What became of payments that came in. Amounts in units of 10^-18. */
export interface RelayArrival {
  /** Come in by the wallet of the relaying pool, and credited there to miners and as fees. */
  readonly arrived: bigint;
  readonly credited: bigint;
  readonly fees: bigint;
  /** Whether the first payment was refused before it was there. */
  readonly wasRefusedBefore: boolean;
  /** Whether each was credited, and once. */
  readonly isBookedOnce: boolean;
  /** The furthest that a miner's part of the money is from its part of the work, in parts of 10^9. */
  readonly unevenness: number;
  /** Who have a part of the work here, of how many. */
  readonly miners: number;
  readonly ofMiners: number;
}

/** What became of the money that the other pool paid. */
export interface RelayIncome extends RelayArrival {
  /** Blocks of relayed work that the other pool has credited. */
  readonly blocks: number;
  /** Rewards of those blocks, what of them is owed for relayed work by its ledger before it pays, and payouts that ended without. */
  readonly rewards: bigint;
  readonly owed: bigint;
  readonly unpaid: number;
  /** Paid by the ledger of the other pool. */
  readonly paid: bigint;
}

/** Of both pools, of every reward. */
const feePercent = 1n;
/** Below what a chain can pay. */
const dust = 10n ** 10n;

/** Has the other pool pay what it owes for the relayed work, and credits it here. */
export async function rehearseIncome(pools: RelayingPools<PayingNetwork>): Promise<RelayIncome> {
  const { paying } = pools.network;
  let ofBlocks = { blocks: 0, rewards: 0n, owed: 0n };
  const arrival = await rehearseArrival(pools, async () => {
    await paying.bury(paying.nodes.maturingBlocks ?? 101);
    const rounds = await paying.rehearsed.settle();
    const blocks = rounds.filter(({ state }) => state === 'credited').length;
    ofBlocks = { blocks, ...(await owedThere(pools)) };
    await payAll(paying);
    await paying.bury(paying.nodes.restingBlocks ?? 2);
  });
  const all = await paying.payouts();
  const payouts = all.filter(({ state }) => state === 'settled');
  return {
    ...arrival,
    ...ofBlocks,
    unpaid: all.length - payouts.length,
    paid: payouts.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
  };
}

/** Credits what comes in when the other pool pays, and asks for a payment before it is there. */
export async function rehearseArrival(pools: RelayingPools, pay: () => Promise<void>): Promise<RelayArrival> {
  const until = await pools.pool.advance(61_000);
  const wasRefusedBefore = (await add(pools, `${'ab'.repeat(32)}:0`, '1.00000000', until)) === 'not-arrived';
  await pay();
  const outputs = await pools.network.paidOutputs();
  let isBookedOnce = outputs.length > 0;
  for (const [index, { reference, amount }] of outputs.entries()) {
    const when = index === 0 ? until : undefined;
    let booked = await add(pools, reference, amount, when);
    // The wallets of both nodes must have seen the block.
    for (let turn = 0; booked === 'not-arrived' && turn < 60; turn += 1) {
      await sleep(1000);
      booked = await add(pools, reference, amount, when);
    }
    const again = await add(pools, reference, amount, when);
    if (booked !== 'booked' || again !== 'already-booked') {
      console.log(`${reference}: ${booked}, then ${again}`);
      isBookedOnce = false;
    }
  }
  return {
    arrived: outputs.reduce((sum, { amount }) => sum + parseAmount(amount), 0n),
    ...(await balances(pools)),
    wasRefusedBefore,
    isBookedOnce,
    ofMiners: pools.network.miners.length,
  };
}

/** What is wrong with it; nothing where all has held. */
export function faultsOfIncome(income: RelayIncome): readonly string[] {
  const { blocks, rewards, owed, unpaid, paid, arrived } = income;
  return [
    ...broken([
      [blocks > 0 && rewards > 0n, 'no block was found'],
      [isPart(owed, rewards, 100n - feePercent), `${owed} is owed of rewards of ${rewards}`],
      [unpaid === 0, `${unpaid} payouts have ended unpaid`],
      [paid > 0n && paid <= owed && owed - paid < dust, `${paid} was paid of ${owed}`],
      [arrived === paid, `${arrived} arrived of ${paid}`],
    ]),
    ...faultsOfArrival(income),
  ];
}

/** The same of payments whose sender has no ledger. */
export function faultsOfArrival(arrival: RelayArrival): readonly string[] {
  const { arrived, credited, fees, unevenness, miners } = arrival;
  return broken([
    [arrival.wasRefusedBefore, 'a payment was credited that had not come'],
    [arrival.isBookedOnce, 'a payment was not credited once'],
    [arrived > 0n, 'nothing has arrived'],
    [credited + fees === arrived, `${credited} and ${fees} were credited of ${arrived}`],
    [isPart(fees, arrived, feePercent), `the fee of ${arrived} is ${fees}`],
    [miners === arrival.ofMiners, `${miners} miners have work of ${arrival.ofMiners}`],
    [unevenness <= 1, `a miner has ${unevenness} parts of 10^9 more or less than its part of the work`],
  ]);
}

function broken(rules: readonly (readonly [boolean, string])[]): readonly string[] {
  return rules.flatMap(([holds, fault]) => (holds ? [] : [fault]));
}

/** To the unit, but for what rounding leaves to each of many. */
function isPart(part: bigint, whole: bigint, percent: bigint): boolean {
  const off = part * 100n - whole * percent;
  return off < 100_000n && off > -100_000n;
}

async function owedThere({
  network: { coin, paying },
}: RelayingPools<PayingNetwork>): Promise<{ rewards: bigint; owed: bigint }> {
  const { database } = paying.rehearsed;
  const [reward] = await database.query(
    "SELECT coalesce(sum(amount), 0)::text AS sum FROM reward_lines JOIN rounds ON rounds.id = round_id WHERE state = 'credited'",
  );
  const [miner] = await database.query(
    `SELECT coalesce(sum(amount), 0)::text AS sum FROM balances WHERE asset = '${coin}' AND account LIKE 'miner:%'`,
  );
  return { rewards: BigInt(String(reward?.['sum'])), owed: BigInt(String(miner?.['sum'])) };
}

async function add(
  pools: RelayingPools,
  reference: string,
  amount: string,
  until: number | undefined,
): Promise<string> {
  const of = until === undefined ? ['--further'] : ['--until', new Date(until).toISOString()];
  const words = ['--reference', reference, ...of, '--reason', 'a rehearsal', '--yes', '--json'];
  const { out, err } = await pools.command('income', 'add', upstreamName, amount, ...words);
  if (out === '') throw new Error(`income add: ${err}`);
  return (JSON.parse(out) as { readonly kind: string }).kind;
}

async function balances({
  database,
  network: { coin },
}: RelayingPools): Promise<Pick<RelayIncome, 'credited' | 'fees' | 'unevenness' | 'miners'>> {
  const rows = await database.query(
    `SELECT account, amount::text FROM balances WHERE asset = '${coin}' AND account NOT LIKE 'ext:%'`,
  );
  const works = await database.query(
    'SELECT miner_id::text AS miner, sum(work)::text AS work FROM slice_work GROUP BY miner_id',
  );
  const amounts = rows.map((row) => [String(row['account']), BigInt(String(row['amount']))] as const);
  const ofMiners = amounts.filter(([account]) => account.startsWith('miner:'));
  const credited = ofMiners.reduce((sum, [, amount]) => sum + amount, 0n);
  const fees = amounts.reduce((sum, [, amount]) => sum + amount, 0n) - credited;
  const work = works.reduce((sum, row) => sum + BigInt(String(row['work'])), 0n);
  const apart = works.map((row) => {
    const own = ofMiners
      .filter(([account]) => account.startsWith(`miner:${String(row['miner'])}:`))
      .reduce((sum, [, amount]) => sum + amount, 0n);
    const [money, part] = [Number((own * 10n ** 9n) / (credited || 1n)), BigInt(String(row['work']))];
    return Math.abs(money - Number((part * 10n ** 9n) / (work || 1n)));
  });
  return { credited, fees, unevenness: Math.max(0, ...apart), miners: works.length };
}

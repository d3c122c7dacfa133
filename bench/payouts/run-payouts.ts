import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import { buildStale } from '../../scripts/build/build-stale.ts';
import { anvilMissing, hasAnvil } from '../../testing/anvil-node.ts';
import { hasLitecoind } from '../../testing/litecoin-nodes.ts';
import { postgresServer } from '../../testing/scratch-postgres.ts';
import { programCpuMicros } from '../support/cpu.ts';
import { printTable } from '../support/print-table.ts';
import { litecoinPayees, owe, type Payee, tokenPayees } from './payees.ts';
import { PayingWorld } from './paying-world.ts';

export interface PayoutsBenchOptions {
  /** A glance instead of a measurement: fewer miners. */
  readonly isQuick: boolean;
  /** A coin, where one alone is paid. */
  readonly only?: string;
}

const dayMs = 86_400_000;
const lookMs = 1000;
/** Nothing changes for so long on no machine, however busy. */
const stillMs = 10 * 60_000;

/** What a day's payouts took, by network. Times since the run began, ms. */
interface PaidDay {
  readonly coin: string;
  readonly payees: number;
  readonly transactions: number;
  readonly fee: bigint;
  readonly reservedMs: number;
  readonly sentMs: number;
  readonly settledMs: number;
  readonly paid: bigint;
  readonly received: bigint;
  /** Payees who have not got just what they were owed. */
  readonly wrong: number;
  /** Of any network, that stand at the end. */
  readonly suspensions: number;
}

/** Days of one payout, of ten and of thousands, by the daily run of the built pool, through real nodes and the signer. */
export async function runPayouts({ isQuick, only }: PayoutsBenchOptions): Promise<void> {
  if (postgresServer === undefined) throw new Error('DATABASE_URL names no PostgreSQL server');
  if (!hasLitecoind) throw new Error('litecoind is not installed: apt-get install litecoind');
  if (!hasAnvil) throw new Error(anvilMissing);
  await buildStale();
  const world = await PayingWorld.start(postgresServer);
  const days: PaidDay[] = [];
  try {
    for (const count of [1, 10, isQuick ? 100 : 5000]) {
      const payees = [
        ...(only === 'WBTC' ? [] : litecoinPayees(count)),
        ...(only === 'LTC' ? [] : tokenPayees(count)),
      ];
      days.push(...(await payDay(world, payees)));
      print(days);
    }
  } finally {
    await world.close();
  }
  if (!days.every(hasHeld)) process.exitCode = 1;
}

async function payDay(world: PayingWorld, payees: readonly Payee[]): Promise<readonly PaidDay[]> {
  const [before] = await world.db.query<{ id: bigint }>(sql`SELECT coalesce(max(id), 0) AS id FROM payouts`);
  const after = before?.id ?? 0n;
  await owe(world.db, payees, world.now());
  const today = Math.floor(world.now() / dayMs) * dayMs;
  const began = performance.now();
  const cpu = cpuMs(world);
  await world.advance(today + dayMs + 13 * 3_600_000 - world.now());
  const followed = await follow(world, after, payees.length, began);
  console.log(
    `${payees.length} payouts; the pool took ${((cpuMs(world) - cpu) / 1000).toFixed(1)} s of processor, load ${loadavg()[0]?.toFixed(1)}`,
  );
  const received = await world.received(payees);
  const suspended = await world.db.query<{ words: string; lifted: boolean }>(sql`
    SELECT network || ', ' || reason || ': ' || detail AS words, lifted_at IS NOT NULL AS lifted FROM payout_suspensions ORDER BY id`);
  for (const { words, lifted } of suspended)
    console.log(`Suspended${lifted ? ' for a moment' : ''}: ${words}`);
  const paid = await readPaid(world, after);
  return paid.map((each): PaidDay => {
    const own = payees.filter(({ coin }) => coin === each.coin);
    const times = followed.get(each.coin);
    return {
      ...each,
      payees: own.length,
      reservedMs: times?.reserved ?? Number.NaN,
      sentMs: times?.sent ?? Number.NaN,
      settledMs: times?.settled ?? Number.NaN,
      received: own.reduce((sum, { target }) => sum + (received.get(target) ?? 0n), 0n),
      wrong: own.filter(({ target, amount }) => received.get(target) !== amount).length,
      suspensions: suspended.filter(({ lifted }) => !lifted).length,
    };
  });
}

function cpuMs({ pool }: PayingWorld): number {
  const { pid } = pool.pool;
  return pid === undefined ? 0 : programCpuMicros(pid) / 1000;
}

interface Times {
  reserved?: number;
  sent?: number;
  settled?: number;
}

/** Looks until all are settled, with blocks on top once all were sent; answers when each step was through, by coin. */
async function follow(
  world: PayingWorld,
  after: bigint,
  wanted: number,
  began: number,
): Promise<ReadonlyMap<string, Times>> {
  const times = new Map<string, Times>();
  let [seen, changedAt] = ['', began];
  for (;;) {
    const rows = await world.db.query<{ coin: string; all: bigint; sent: bigint; settled: bigint }>(sql`
      SELECT coin, count(*) AS all, count(sent_at) AS sent, count(*) FILTER (WHERE state = 'settled') AS settled
        FROM payouts WHERE id > ${after} GROUP BY coin ORDER BY coin`);
    const at = performance.now();
    const sumOf = (read: (row: (typeof rows)[number]) => bigint): bigint =>
      rows.reduce((sum, row) => sum + read(row), 0n);
    const isReserved = sumOf(({ all }) => all) === BigInt(wanted);
    for (const { coin, all, sent, settled } of rows) {
      const own = times.get(coin) ?? {};
      times.set(coin, own);
      if (!isReserved) continue;
      own.reserved ??= at - began;
      if (sent === all) own.sent ??= at - began;
      if (settled === all) own.settled ??= at - began;
    }
    if (isReserved && sumOf(({ settled }) => settled) === BigInt(wanted)) return times;
    const line = rows.map(({ coin, all, sent, settled }) => `${coin} ${all} ${sent} ${settled}`).join(', ');
    if (line !== seen) [seen, changedAt] = [line, at];
    if (at - changedAt > stillMs)
      throw new Error(`nothing goes on: ${line}\n${world.pool.pool.logs.slice(-30).join('\n')}`);
    if (process.env['BENCH_TALK'] !== undefined)
      console.log(`${((at - began) / 1000).toFixed(0)} s: ${line}`);
    await sleep(lookMs);
    if (isReserved && sumOf(({ sent }) => sent) === BigInt(wanted)) {
      await world.bury();
      await world.advance(31_000);
    }
  }
}

async function readPaid(
  { db }: PayingWorld,
  after: bigint,
): Promise<readonly Pick<PaidDay, 'coin' | 'paid' | 'transactions' | 'fee'>[]> {
  return db.query(sql`
    SELECT coin, sum(paid)::numeric(40) AS paid, count(*)::int AS transactions, sum(fee)::numeric(40) AS fee
      FROM (SELECT coin, txid, sum(amount) AS paid FROM payouts WHERE id > ${after} AND state = 'settled' GROUP BY coin, txid) AS own
      JOIN payout_transactions USING (txid) GROUP BY coin ORDER BY coin`);
}

function hasHeld({ wrong, suspensions, paid, received }: PaidDay): boolean {
  return wrong === 0 && suspensions === 0 && paid === received;
}

function print(days: readonly PaidDay[]): void {
  const seconds = (ms: number): string => (ms / 1000).toFixed(1);
  printTable(
    'Payouts of a daily run, from its begin',
    [
      'coin',
      'payouts',
      'transactions',
      'fee of a payout',
      'reserved',
      'sent',
      'settled',
      'paid',
      'received',
      '',
    ],
    days.map((each) => [
      each.coin,
      each.payees.toString(),
      each.transactions.toString(),
      `${formatAmount(each.fee / BigInt(each.payees))} ${each.coin === 'LTC' ? 'LTC' : 'ETH'}`,
      `${seconds(each.reservedMs)} s`,
      `${seconds(each.sentMs)} s`,
      `${seconds(each.settledMs)} s`,
      formatAmount(each.paid),
      formatAmount(each.received),
      hasHeld(each) ? 'held' : `NOT HELD: ${each.wrong} payees, ${each.suspensions} suspensions`,
    ]),
  );
}

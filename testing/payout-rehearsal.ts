import { setTimeout as sleep } from 'node:timers/promises';
import type { PayingPool, StoredPayout } from './paying-pool.ts';

/** What a rehearsal does while a miner is paid. */
export interface PayoutAct {
  readonly name: string;
  /** Every miner is paid, and not the first alone. */
  readonly isOfAll?: true;
  /** Has a payout begun, and whatever happens to it. */
  run(paying: PayingPool): Promise<void>;
}

/** What became of the payouts of one act. Amounts in units of 10^-8. */
export interface PayoutActResult {
  readonly name: string;
  readonly payouts: number;
  /** That pay them, and what the network took for all, in units of 10^-8. */
  readonly transactions: number;
  readonly fees: bigint;
  readonly settled: number;
  /** By the ledger … */
  readonly paid: bigint;
  /** … and by the blocks of both nodes. */
  readonly received: bigint;
  /** Of the settled, those that the page of their address shows with all of that. */
  readonly seen: number;
  /** What holds payouts back at the end. */
  readonly suspensions: number;
}

/** A payout as the page of its address has to show it. */
export interface PaidPayout {
  /** `auto` or `manual`. */
  readonly kind: string;
  readonly txid: string;
  /** In coins. */
  readonly amount: string;
  readonly coin: string;
  readonly address: string;
}

const dayMs = 86_400_000;
const turnsMax = 120;

const ownerAsks: PayoutAct = {
  name: 'an owner asks',
  async run(paying) {
    await setAutoPay(paying, false);
    await paying.earn();
    // A miner that has stood still for a week is paid when anyone asks.
    await paying.rehearsed.pool.advance(8 * dayMs);
    await payNow(paying);
  },
};

const dailyRun: PayoutAct = {
  name: 'the daily run',
  async run(paying) {
    await paying.earn();
    await setAutoPay(paying, true);
    await goToNextRun(paying);
  },
};

const severalAtOnce: PayoutAct = {
  name: 'several miners at once',
  isOfAll: true,
  async run(paying) {
    await setAutoPay(paying, false);
    await paying.earn([undefined, ...paying.others]);
    await setAutoPay(paying, true);
    await goToNextRun(paying);
  },
};

/** Kills the pool at a point of a payout, and starts it again. */
function killedAt(point: string, words: string): PayoutAct {
  return {
    name: `the pool is killed ${words}`,
    isOfAll: true,
    async run(paying) {
      const { pool } = paying.rehearsed;
      await paying.earn([undefined, ...paying.others]);
      const now = await paying.rehearsed.pool.advance(0);
      await pool.restart('SIGTERM', { OPENLODE_CRASH_AT: `${point}:1` });
      await goTo(paying, now);
      await goToNextRun(paying).catch(() => undefined);
      if ((await pool.ended(120_000)) === undefined) throw new Error(`the pool did not come to ${point}`);
      await pool.restart('SIGKILL');
      await goTo(paying, nextRunAfter(now) + 60_000);
    },
  };
}

const nodeKilled: PayoutAct = {
  name: 'a node is killed meanwhile',
  async run(paying) {
    await paying.earn();
    await goToNextRun(paying);
    await until(paying, (payouts) => payouts.at(-1)?.txid !== null);
    await paying.payingNodes.two.signal('SIGKILL');
    await paying.rehearsed.pool.advance(31_000);
    await paying.payingNodes.two.start();
    await paying.payingNodes.join();
  },
};

const signerAway: PayoutAct = {
  name: 'the signer is away at first',
  async run(paying) {
    await paying.earn();
    await paying.signer.close();
    await goToNextRun(paying);
    await until(paying, (payouts) => payouts.at(-1)?.note?.includes('the signer') === true);
    await paying.signer.run();
  },
};

/** The owner is the last: its week goes by, and a pool that started afterwards would begin a week earlier. */
export const payoutActs: readonly PayoutAct[] = [
  dailyRun,
  severalAtOnce,
  killedAt('payout-signed', 'between signing and storing'),
  killedAt('payout-before-send', 'between storing and sending'),
  killedAt('payout-sent', 'right after sending'),
  nodeKilled,
  signerAway,
  ownerAsks,
];

/**
 * Runs one act, lets its payouts end, and counts what they brought by the word of both nodes.
 *
 * @param isShown whether the page of its address shows a payout as paid
 */
export async function rehearsePayouts(
  paying: PayingPool,
  act: PayoutAct,
  isShown: (payout: PaidPayout) => Promise<boolean>,
): Promise<PayoutActResult> {
  const [before, had] = [await paying.payouts(), await paying.received()];
  await act.run(paying);
  const wanted = before.length + (act.isOfAll ? 1 + paying.others.length : 1);
  await until(paying, (payouts) => payouts.length >= wanted && payouts.every(isOver));
  const payouts = (await paying.payouts()).slice(before.length);
  const settled = payouts.filter(({ state }) => state === 'settled');
  let seen = 0;
  for (const { txid, amount, ...payout } of settled)
    if (txid !== null && (await isShown({ ...payout, txid, amount: coinsOf(amount) }))) seen += 1;
  const [row] = await paying.rehearsed.database.query(
    'SELECT count(*)::int AS count FROM payout_suspensions WHERE lifted_at IS NULL',
  );
  return {
    name: act.name,
    payouts: payouts.length,
    ...(await paying.feesOf(settled.flatMap(({ txid }) => txid ?? []))),
    settled: settled.length,
    paid: settled.reduce((sum, { amount }) => sum + BigInt(amount), 0n) / 10n ** 10n,
    received: (await paying.received()) - had,
    seen,
    suspensions: Number(row?.['count']),
  };
}

/** Has the daily run pay all that is owed, which an operator approves where it is more than an account is paid in a day, and waits for its end. */
export async function payAll(paying: PayingPool): Promise<void> {
  await setAutoPay(paying, true);
  await goToNextRun(paying);
  await until(paying, (payouts) => payouts.length > 0);
  const { code, out, err } = await paying.rehearsed.command(
    'payouts',
    'approve',
    '--all',
    '--reason',
    'a rehearsal',
    '--yes',
  );
  if (code !== 0) throw new Error(`payouts approve: ${out}${err}`);
  await until(paying, (payouts) => payouts.every(isOver));
}

/** Whether each payout was paid, once and to the unit, the page shows it, and nothing holds the next one back. */
export function havePayoutsHeld(result: PayoutActResult): boolean {
  const { payouts, settled, paid, received, seen, suspensions } = result;
  return payouts > 0 && settled === payouts && paid === received && seen === payouts && suspensions === 0;
}

/** As pages show an amount in units of 10^-18: without zeros at its end. */
function coinsOf(units: string): string {
  const digits = units.padStart(19, '0');
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`.replace(/\.?0+$/, '');
}

function isOver({ state }: StoredPayout): boolean {
  return state === 'settled' || state === 'released';
}

/** Lets blocks and time pass until the payouts are what they should be; throws what they are otherwise. */
export async function until(
  paying: PayingPool,
  isWanted: (payouts: readonly StoredPayout[]) => boolean,
): Promise<void> {
  let payouts: readonly StoredPayout[] = [];
  for (let turn = 0; turn < turnsMax; turn += 1) {
    payouts = await paying.payouts();
    if (isWanted(payouts)) return;
    await paying.rehearsed.pool.advance(11_000);
    await paying.bury(1);
    await sleep(500);
  }
  throw new Error(
    `the payouts are ${JSON.stringify(payouts)}\n${paying.rehearsed.pool.logs.slice(-20).join('\n')}`,
  );
}

/** The clock of a pool begins with that of the machine at each start. */
export async function goTo(paying: PayingPool, time: number): Promise<void> {
  await paying.rehearsed.pool.advance(time - (await paying.rehearsed.pool.advance(0)));
}

/** To the run of the day after: it pays what was earned the day before. */
export async function goToNextRun(paying: PayingPool): Promise<void> {
  await goTo(paying, nextRunAfter(await paying.rehearsed.pool.advance(0)));
}

/** In the day after, with some seconds for the run to begin. */
export function nextRunAfter(now: number): number {
  return Math.floor(now / dayMs + 1) * dayMs + 13 * 3_600_000 + 10_000;
}

/** In the database: a call from this machine does not prove to come from the owner. */
export async function setAutoPay({ rehearsed }: PayingPool, on: boolean): Promise<void> {
  await rehearsed.database.query(`UPDATE miners SET auto_pay = ${on}`);
}

async function payNow({ rehearsed: { pool, database } }: PayingPool): Promise<void> {
  const [row] = await database.query('SELECT uuid FROM miners ORDER BY id LIMIT 1');
  const response = await fetch(`${pool.url}/api/v3/address/${String(row?.['uuid'])}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: pool.url },
    body: '{}',
  });
  if (!response.ok) throw new Error(`pay: ${response.status} ${await response.text()}`);
}

import { hasLitecoind } from '../testing/litecoin-nodes.ts';
import { PayingPool } from '../testing/paying-pool.ts';
import {
  havePayoutsHeld,
  payoutActs,
  type PayoutActResult,
  rehearsePayouts,
} from '../testing/payout-rehearsal.ts';
import { postgresServer } from '../testing/scratch-postgres.ts';
import { buildStale } from './build/build-stale.ts';
import { printTable } from './print-table.ts';

/** Pays a miner on a test network of Litecoin, with a bad day for each part, and prints what was paid; answers whether everything held. */
export async function rehearseAllPayouts(): Promise<boolean> {
  if (!hasLitecoind || postgresServer === undefined) {
    console.error(
      hasLitecoind
        ? 'set DATABASE_URL to a PostgreSQL whose user may create databases: the rehearsal makes one and drops it'
        : 'litecoind is not installed: apt-get install litecoind',
    );
    return false;
  }
  await buildStale();
  const paying = await PayingPool.start(postgresServer);
  const results: PayoutActResult[] = [];
  try {
    for (const act of payoutActs) {
      console.log(`${act.name} …`);
      results.push(await rehearsePayouts(paying, act));
    }
  } finally {
    await paying.close();
  }
  printTable(
    ['act', 'payouts', 'settled', 'transactions', 'fee of a payout', 'paid', 'received', 'suspensions', ''],
    results.map((each) => [
      each.name,
      ...[each.payouts, each.settled, each.transactions].map(String),
      coinsOf(each.payouts === 0 ? 0n : each.fees / BigInt(each.payouts)),
      ...[each.paid, each.received].map(coinsOf),
      each.suspensions.toString(),
      havePayoutsHeld(each) ? 'held' : 'NOT HELD',
    ]),
  );
  const isHeld = results.every(havePayoutsHeld);
  console.log(isHeld ? 'held' : 'NOT HELD');
  return isHeld;
}

/** `12.50000000` */
function coinsOf(units: bigint): string {
  const digits = units.toString().padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}

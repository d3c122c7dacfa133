import { anvilMissing, hasAnvil } from '../testing/anvil-node.ts';
import { bcoinMissing, hasBcoin } from '../testing/bcoin-nodes.ts';
import { hasLitecoind } from '../testing/litecoin-nodes.ts';
import { hasMonerod } from '../testing/monero-nodes.ts';
import { hasMoneroWallet } from '../testing/monero-wallet.ts';
import { paidLitecoin, paidMonero, paidToken } from '../testing/paid-asset.ts';
import { bitcoinNodesToPay, paidBitcoin } from '../testing/paid-bitcoin.ts';
import { PayingPool } from '../testing/paying-pool.ts';
import {
  havePayoutsHeld,
  payoutActs,
  type PayoutActResult,
  rehearsePayouts,
} from '../testing/payout-rehearsal.ts';
import { postgresServer } from '../testing/scratch-postgres.ts';
import { buildStale } from './build/build-stale.ts';
import { chromiumMissing, PaymentsPage } from './payments-page.ts';
import { printTable } from './print-table.ts';

/** What is paid: whatever it takes. */
interface Part {
  readonly missing: string | undefined;
  readonly start: (server: string) => Promise<PayingPool>;
}

const litecoindMissing = hasLitecoind ? undefined : 'litecoind is not installed: apt-get install litecoind';
const moneroMissing =
  hasMonerod && hasMoneroWallet
    ? undefined
    : 'monerod and monero-wallet-rpc are not installed: apt-get install monero';

/** By the word after `payouts`. */
const parts: Readonly<Record<string, Part>> = {
  litecoin: {
    missing: litecoindMissing,
    start: (server) => PayingPool.start(server, paidLitecoin),
  },
  bitcoin: {
    missing: hasBcoin ? undefined : bcoinMissing,
    start: async (server) => PayingPool.startOn(server, await bitcoinNodesToPay(), paidBitcoin),
  },
  token: {
    missing: litecoindMissing ?? (hasAnvil ? undefined : anvilMissing),
    start: (server) => PayingPool.start(server, paidToken),
  },
  monero: {
    missing: litecoindMissing ?? moneroMissing,
    start: (server) => PayingPool.start(server, paidMonero),
  },
};

/**
 * Pays a miner Litecoin, Bitcoin, a token of an EVM network, and Monero, with a bad day for each part, and prints what was paid; answers whether everything
 * held.
 *
 * @param only one of them, where it is named
 */
export async function rehearseAllPayouts(only: string | undefined): Promise<boolean> {
  const wanted = Object.keys(parts).filter((name) => only === undefined || only === name);
  const why = wanted.length === 0 ? `what is paid is ${Object.keys(parts).join(' or ')}` : missing(wanted);
  if (postgresServer === undefined || why !== undefined) {
    console.error(why);
    return false;
  }
  await buildStale();
  const results: PayoutActResult[] = [];
  for (const [name, part] of Object.entries(parts))
    if (wanted.includes(name)) results.push(...(await rehearsePart(postgresServer, name, part)));
  printTable(
    [
      'act',
      'payouts',
      'settled',
      'transactions',
      'fee of a payout',
      'paid',
      'received',
      'seen on the page',
      'suspensions',
      '',
    ],
    results.map((each) => [
      each.name,
      ...[each.payouts, each.settled, each.transactions].map(String),
      coinsOf(each.payouts === 0 ? 0n : each.fees / BigInt(each.payouts)),
      ...[each.paid, each.received].map(coinsOf),
      each.seen.toString(),
      each.suspensions.toString(),
      havePayoutsHeld(each) ? 'held' : 'NOT HELD',
    ]),
  );
  const isHeld = results.every(havePayoutsHeld);
  console.log(isHeld ? 'held' : 'NOT HELD');
  return isHeld;
}

function missing(wanted: readonly string[]): string | undefined {
  const [why] = wanted.flatMap((name) => parts[name]?.missing ?? []);
  if (why !== undefined) return why;
  if (chromiumMissing !== undefined) return chromiumMissing;
  if (postgresServer === undefined)
    return 'set DATABASE_URL to a PostgreSQL whose user may create databases: the rehearsal makes one and drops it';
  return undefined;
}

async function rehearsePart(
  server: string,
  name: string,
  { start }: Part,
): Promise<readonly PayoutActResult[]> {
  const paying = await start(server);
  const page = await PaymentsPage.open();
  const results: PayoutActResult[] = [];
  try {
    for (const act of payoutActs) {
      console.log(`${act.name} …`);
      const result = await rehearsePayouts(paying, act, (payout) =>
        page.shows(paying.rehearsed.pool.url, payout),
      );
      results.push({ ...result, name: `${name}: ${result.name}` });
    }
  } finally {
    await page.close();
    await paying.close();
  }
  return results;
}

/** `12.50000000` */
function coinsOf(units: bigint): string {
  const digits = units.toString().padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}

import { anvilMissing, hasAnvil } from '../testing/anvil-node.ts';
import { hasLitecoind } from '../testing/litecoin-nodes.ts';
import { hasMonerod } from '../testing/monero-nodes.ts';
import { hasMoneroWallet } from '../testing/monero-wallet.ts';
import { postgresServer } from '../testing/scratch-postgres.ts';
import { firstActs } from '../testing/treasury-acts.ts';
import { lastActs } from '../testing/treasury-last-acts.ts';
import { laterActs } from '../testing/treasury-later-acts.ts';
import { TreasuryPool } from '../testing/treasury-pool.ts';
import { hasTreasuryHeld, type TreasuryRow } from '../testing/treasury-verdict.ts';
import { buildStale } from './build/build-stale.ts';
import { chromiumMissing, PaymentsPage } from './payments-page.ts';
import { printTable } from './print-table.ts';

/**
 * Mines LTC and XMR, sells both and buys a token and LTC on a stand-in for an exchange, and pays miners in these, with a lost answer or a killed
 * process at most steps; prints what the pool's ledger says and what chains, exchange and pages say, and answers whether that is the same to the unit.
 */
export async function rehearseTreasury(): Promise<boolean> {
  const why = missing();
  if (why !== undefined || postgresServer === undefined) {
    console.error(why);
    return false;
  }
  await buildStale();
  // Each node and each program ends with this process.
  process.setMaxListeners(40);
  const treasury = await TreasuryPool.start(postgresServer);
  const rows: TreasuryRow[] = [];
  const page = await PaymentsPage.open();
  const acts = [...firstActs, ...laterActs, ...lastActs((url, payout) => page.shows(url, payout))];
  try {
    for (const act of acts) {
      console.log(`${act.name} …`);
      const began = performance.now();
      const found = await act.run(treasury, act.name).catch((error: unknown) => [failed(act.name, error)]);
      rows.push(...found);
      // A rehearsal that fails in its last act has said what became of the others.
      print(found);
      console.log(`${Math.round((performance.now() - began) / 1000)} s`);
    }
  } finally {
    await page.close();
    await treasury.close();
  }
  print(rows);
  const isHeld = hasTreasuryHeld(
    acts.map(({ name }) => name),
    rows,
  );
  console.log(isHeld ? 'held' : 'NOT HELD');
  return isHeld;
}

/** A row for an act that threw: the acts behind it are played all the same. */
function failed(act: string, error: unknown): TreasuryRow {
  console.log(error);
  return { act, what: 'it ended early', pool: '', other: '', hasHeld: false };
}

function print(rows: readonly TreasuryRow[]): void {
  printTable(
    ['act', 'what', 'the pool', 'the others', ''],
    rows.map(({ act, what, pool, other, hasHeld }) => [
      act,
      what,
      pool,
      other,
      hasHeld ? 'held' : 'NOT HELD',
    ]),
  );
}

/** What is missing to rehearse here; undefined where nothing is. */
function missing(): string | undefined {
  if (!hasLitecoind) return 'litecoind is not installed: apt-get install litecoind';
  if (!hasMonerod || !hasMoneroWallet)
    return 'monerod and monero-wallet-rpc are not installed: apt-get install monero';
  if (!hasAnvil) return anvilMissing;
  if (chromiumMissing !== undefined) return chromiumMissing;
  if (postgresServer === undefined)
    return 'set DATABASE_URL to a PostgreSQL whose user may create databases: the rehearsal makes one and drops it';
  return undefined;
}

import { findCoin } from '@openlode/catalogue/coins';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { publishDomainEvent } from '../kernel/domain-events.ts';

/** Nothing leaves on any network. */
export const everyNetwork = '*';

/** In place of a network: nothing of one asset leaves, on whatever network. No network of the catalogue has a colon. */
export function assetSuspension(asset: string): string {
  return `asset:${asset}`;
}

export type SuspensionReason =
  /** The journal outside of the database has sent what the database does not know. */
  | 'journal-ahead'
  | 'journal-broken'
  /** What was signed is not what was reserved. */
  | 'altered-transaction'
  /** Sent again and again and never seen. */
  | 'never-seen'
  /** A payout that had settled is not on its chain any more. */
  | 'reorganised'
  /** The database came out of a backup: what left since is not in it. */
  | 'restored'
  /** The database has lost transactions that had committed. */
  | 'rolled-back'
  /** The wallet holds less of the asset than the ledger says. */
  | 'wallet-short'
  /** The wallet of the network has sent what the database does not know: the data directory may be an older copy. */
  | 'unknown-transaction'
  /** The wallet does not say what it holds or what has left it; lifted automatically when it answers. */
  | 'wallet-unreachable'
  | 'operator'
  /** Not a fault: the operator works on it (see `maintenance.ts`). */
  | 'maintenance';

export interface Suspension {
  /** A network, `everyNetwork` or an `assetSuspension`. */
  readonly network: string;
  readonly reason: SuspensionReason;
  /** For the operator. */
  readonly detail: string;
  readonly since: number;
  /** Of a network that an operator has abandoned: it holds back no other one. */
  readonly abandoned?: true;
}

/**
 * Suspends payouts of a network until an operator lifts it. One that is suspended for another reason is then suspended for both. The same
 * reason again keeps its first detail; only an unknown transaction is named again each time, and needs another comparison.
 */
export async function suspendPayouts(
  db: Queryable,
  suspension: Omit<Suspension, 'since' | 'abandoned'> & { readonly mark?: string },
  at: number,
): Promise<void> {
  const { network, reason } = suspension;
  const detail = suspension.detail.slice(0, 500);
  const added = await db.query(sql`
    INSERT INTO payout_suspensions (network, reason, detail, mark, since, after_comparison)
    VALUES (${network}, ${reason}, ${detail}, ${suspension.mark ?? null}, ${new Date(at)},
            (SELECT max(id) FROM payout_comparisons))
    ON CONFLICT DO NOTHING RETURNING 1`);
  if (added.length > 0) publishDomainEvent(db, { event: 'payouts-suspended', network, reason, why: detail });
  else if (reason === 'unknown-transaction')
    await db.query(sql`
      UPDATE payout_suspensions SET detail = ${detail}, after_comparison = (SELECT max(id) FROM payout_comparisons)
       WHERE network = ${network} AND reason = ${reason} AND lifted_at IS NULL`);
}

/** Takes a reason away that was a passing condition, once it has passed. What else holds the network back stays. */
export async function liftByItself(
  db: Queryable,
  network: string,
  reason: SuspensionReason,
  why: string,
  at: number,
): Promise<void> {
  const lifted = await db.query(sql`
    UPDATE payout_suspensions SET lifted_at = ${new Date(at)}, lifted_why = ${why}
     WHERE network = ${network} AND reason = ${reason} AND lifted_at IS NULL RETURNING 1`);
  if (lifted.length > 0) publishDomainEvent(db, { event: 'suspension-lifted', network, reason, why });
}

/** Where nothing leaves now, because of a suspension or of maintenance. */
export async function readSuspensions(db: Queryable): Promise<Suspension[]> {
  const rows = await db.query<
    Omit<Suspension, 'since' | 'abandoned'> & { since: Date; abandoned: boolean }
  >(sql`
    SELECT network, reason, detail, since, abandoned FROM (
      SELECT network, reason, detail, since FROM payout_suspensions WHERE lifted_at IS NULL
      UNION ALL
      SELECT network, 'maintenance', message, since FROM network_maintenance WHERE mode = 'closed') AS stopped
      LEFT JOIN LATERAL (SELECT abandoned FROM network_maintenance WHERE network = stopped.network) AS worked ON true
     ORDER BY network, since`);
  return rows.map(({ abandoned, ...row }) => ({
    ...row,
    since: row.since.getTime(),
    ...(abandoned && { abandoned }),
  }));
}

/** The mark of a `wallet-unreachable` whose wallet answers, while nothing follows from what it says yet. */
const answersMark = 'answers';

/** Keeps that a wallet answers, though its network stays suspended as one that has not said enough. */
export async function markAnswering(db: Queryable, network: string): Promise<void> {
  await db.query(sql`
    UPDATE payout_suspensions SET mark = ${answersMark}
     WHERE network = ${network} AND reason = 'wallet-unreachable' AND lifted_at IS NULL AND mark IS NULL`);
}

/** Since when a network is suspended because its wallet does not answer at all, ms; undefined while it is not. */
export async function walletSilentSince(db: Queryable, network: string): Promise<number | undefined> {
  const [silent] = await db.query<{ since: Date }>(sql`
    SELECT since FROM payout_suspensions
     WHERE network = ${network} AND reason = 'wallet-unreachable' AND lifted_at IS NULL AND mark IS NULL`);
  return silent?.since.getTime();
}

/** The networks that are suspended because their wallets have not said what has left them. */
export async function unreachableWallets(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ network: string }>(sql`
    SELECT network FROM payout_suspensions
     WHERE reason = 'wallet-unreachable' AND lifted_at IS NULL AND network <> ${everyNetwork} ORDER BY network`);
  return rows.map(({ network }) => network);
}

/** Why nothing of this coin may leave on this network; undefined when it may. */
export async function suspensionOf(
  db: Queryable,
  { coin, network }: { readonly coin: string; readonly network: string },
): Promise<SuspensionReason | undefined> {
  const [row] = await db.query<{ reason: SuspensionReason }>(sql`
    SELECT reason FROM payout_suspensions
     WHERE lifted_at IS NULL AND network IN (${network}, ${assetSuspension(coin)}, ${everyNetwork})
    UNION ALL
    SELECT 'maintenance' FROM network_maintenance WHERE mode = 'closed' AND network = ${network}
     LIMIT 1`);
  return row?.reason;
}

/**
 * While a network is suspended for one of these, no payout of its coins leaves on any other network: the owner may have been paid on
 * the suspended one without the database knowing. An abandoned network holds nothing back.
 */
const untilCompared: ReadonlySet<SuspensionReason> = new Set([
  'unknown-transaction',
  'wallet-unreachable',
  // On a single network these mean: it did not answer when all were compared (`liftSuspension`), or an operator says that the database lacks
  // what left.
  'restored',
  'rolled-back',
  'journal-ahead',
  'journal-broken',
]);

/** The other networks on which a coin is paid. */
export function otherNetworks(coin: string, network: string): readonly string[] {
  return (findCoin(coin)?.chains ?? []).map((chain) => chain.network).filter((other) => other !== network);
}

/** The suspension of another network of the coin that holds a payout back as well; undefined where there is none. */
export function suspensionElsewhere(
  suspensions: readonly Suspension[],
  { coin, network }: { readonly coin: string; readonly network: string },
): Suspension | undefined {
  const others = new Set(otherNetworks(coin, network));
  return suspensions.find(
    (each) => others.has(each.network) && untilCompared.has(each.reason) && each.abandoned !== true,
  );
}

/** Why this payout may not leave: `suspensionOf` it, or a suspension of another network of its coin. */
export async function suspensionBeforeLeaving(
  db: Queryable,
  payout: { readonly coin: string; readonly network: string },
): Promise<SuspensionReason | undefined> {
  return (await suspensionOf(db, payout)) ?? suspensionElsewhere(await readSuspensions(db), payout)?.reason;
}

/**
 * Suspensions after which the database may lack transactions that left: they are lifted only after a comparison with the wallets found
 * nothing unknown. A shortfall is among them because it is the only trace of a copy that was restored together with its journal.
 */
export const comparedFirst: ReadonlySet<SuspensionReason> = new Set([
  'restored',
  'rolled-back',
  'journal-ahead',
  'journal-broken',
  'wallet-short',
  'unknown-transaction',
]);

/** The operator who decides, where one is named. */
export type OperatorContext = Pick<ServiceContext, 'db' | 'clock'> & { readonly actor?: string };

/**
 * An operator's own decision, beside automatic suspensions; answers `already-suspended` where there is one already. `isRecovered`: the
 * database or its directory was put back to an earlier state, so lifting needs a comparison.
 */
export async function suspendByOperator(
  ctx: OperatorContext,
  network: string,
  why: string,
  { isRecovered = false }: { readonly isRecovered?: boolean } = {},
): Promise<'suspended' | 'already-suspended'> {
  const now = ctx.clock.now();
  const reason = isRecovered ? 'rolled-back' : 'operator';
  return ctx.db.transaction(async (tx) => {
    const known = await tx.query(
      sql`SELECT 1 FROM payout_suspensions WHERE network = ${network} AND reason = ${reason} AND lifted_at IS NULL`,
    );
    if (known.length > 0) return 'already-suspended';
    await suspendPayouts(tx, { network, reason, detail: why }, now);
    await logAction(tx, ctx, { action: 'suspend', network, why });
    return 'suspended';
  });
}

/** What operators do to payouts is kept for ever. */
export async function logAction(
  tx: Transaction,
  ctx: Pick<OperatorContext, 'clock' | 'actor'>,
  action: {
    readonly action:
      | 'hold'
      | 'approve'
      | 'release'
      | 'retry'
      | 'suspend'
      | 'lift'
      | 'rebuild'
      | 'bump'
      | 'switch'
      | 'cancel'
      | 'paid'
      | 'unpaid';
    readonly payout?: bigint;
    readonly network?: string;
    readonly why: string;
  },
): Promise<void> {
  await tx.query(sql`
    INSERT INTO payout_actions (at, action, payout_id, network, why, actor)
    VALUES (${new Date(ctx.clock.now())}, ${action.action}, ${action.payout ?? null}, ${action.network ?? null},
            ${action.why}, ${ctx.actor ?? 'operator'})`);
}

import { formatAmount } from '@openlode/money/amount';
import { type Position, type Shortfall, shortfalls } from '@openlode/ledger/solvency';
import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { Finding } from '../kernel/finding.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { CompareWithLedger } from '../payouts/outgoing-guard.ts';
import { lowerAcceptedShort } from '../payouts/lift-suspension.ts';
import { assetSuspension, everyNetwork, liftByItself, suspendPayouts } from '../payouts/suspensions.ts';
import type { Wallet } from '../kernel/wallet.ts';
import { readPositions, WalletUnreachable } from './read-positions.ts';

/** L11: the assets of which the wallet holds less than the ledger says, by as little as one unit. Changes nothing. */
export async function checkSolvency(
  ctx: Pick<ServiceContext, 'db'>,
  wallet: Wallet,
): Promise<readonly Finding[]> {
  let positions: readonly Position[];
  try {
    positions = await readPositions(ctx.db, wallet);
  } catch (error) {
    if (!(error instanceof WalletUnreachable)) throw error;
    return [unreachable(error)];
  }
  return positions
    .filter(({ held, owed }) => held < owed)
    .map(({ asset, held, owed }) => ({
      rule: 'L11',
      kind: 'wallet-short',
      account: null,
      subject: asset,
      expected: owed.toString(),
      found: held.toString(),
    }));
}

function unreachable({ message }: WalletUnreachable): Finding {
  return {
    rule: 'L11',
    kind: 'wallet-unreachable',
    account: null,
    subject: everyNetwork,
    expected: null,
    found: message,
  };
}

/**
 * Checks it, and suspends payouts of an asset that is short: the cause is not known yet, and miners who are paid first would be paid by the
 * others. A wallet that cannot be asked stops every payout, and lets them go on by itself as soon as it answers. Mining goes on. A shortfall that an operator has lifted a suspension for does not suspend again while it is no larger, and as far as it was never made up.
 */
export async function guardSolvency(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  wallet: Wallet,
): Promise<readonly Finding[]> {
  const findings = await checkSolvency(ctx, wallet);
  const now = ctx.clock.now();
  const away = findings.find(({ kind }) => kind === 'wallet-unreachable');
  if (away !== undefined) {
    const detail = `the wallet cannot be asked: ${away.found}`;
    await suspendPayouts(ctx.db, { network: everyNetwork, reason: 'wallet-unreachable', detail }, now);
    return findings;
  }
  await liftByItself(ctx.db, everyNetwork, 'wallet-unreachable', 'the wallet answers again', now);
  const short = shortfalls(
    findings.map(({ subject, expected, found }) => ({
      asset: subject,
      held: BigInt(found ?? 0),
      owed: BigInt(expected ?? 0),
    })),
  );
  await forgetWhatWasMadeUp(ctx.db, short);
  for (const one of short) if (!(await isAccepted(ctx.db, one))) await suspend(ctx, one);
  return findings;
}

/** What an operator accepted was missing then: what was made up since, by a payout that was adopted or a deposit, is accepted no more. */
async function forgetWhatWasMadeUp(db: Queryable, short: readonly Shortfall[]): Promise<void> {
  const accepted = await db.query<{ network: string }>(sql`
    SELECT DISTINCT network FROM payout_suspensions
     WHERE reason = 'wallet-short' AND lifted_at IS NOT NULL AND mark <> '0'`);
  for (const { network } of accepted) {
    const now = short.find(({ asset }) => assetSuspension(asset) === network);
    await lowerAcceptedShort(db, network, now?.short ?? 0n);
  }
}

/** The same for the guard of payouts, which asks before anything is signed. */
export function compareWithLedger(wallet: Wallet): CompareWithLedger {
  return async (ctx) => {
    const findings = await guardSolvency(ctx, wallet);
    const away = findings.find(({ kind }) => kind === 'wallet-unreachable');
    return away === undefined ? undefined : `the wallet cannot be asked what it holds: ${away.found}`;
  };
}

async function suspend(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  { asset, short }: Shortfall,
): Promise<void> {
  await suspendPayouts(
    ctx.db,
    {
      network: assetSuspension(asset),
      reason: 'wallet-short',
      detail: `the wallet holds ${formatAmount(short)} ${asset} less than the ledger says: compare with the wallets first (payouts compare), because a payout that the database does not know looks the same; then see treasury show, book or put in what is missing, and lift this`,
      mark: short.toString(),
    },
    ctx.clock.now(),
  );
}

/** The newest word of an operator on this asset, and the shortfall that it was about. */
async function isAccepted(db: Queryable, { asset, short }: Shortfall): Promise<boolean> {
  const [lifted] = await db.query<{ mark: string }>(sql`
    SELECT mark FROM payout_suspensions
     WHERE network = ${assetSuspension(asset)} AND reason = 'wallet-short' AND lifted_at IS NOT NULL
     ORDER BY id DESC LIMIT 1`);
  return lifted !== undefined && short <= BigInt(lifted.mark);
}

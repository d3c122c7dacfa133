import { formatAmount } from '@openlode/money/amount';
import { type Position, type Shortfall, shortfalls, shortWallets } from '@openlode/ledger/solvency';
import sql from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import type { Finding } from '../kernel/finding.ts';
import type { ServiceContext } from '../kernel/context.ts';
import type { CompareWithLedger } from '../payouts/outgoing-guard.ts';
import { lowerAcceptedShort } from '../payouts/lift-suspension.ts';
import { assetSuspension, everyNetwork, liftByItself, suspendPayouts } from '../payouts/suspensions.ts';
import type { Wallet } from '../kernel/wallet.ts';
import { type KnownPosition, type Positions, readPositions } from './read-positions.ts';

/**
 * L11: the assets of which the wallet holds less than the ledger says, by as little as one unit, and the networks whose wallets have not said
 * what they hold. Changes nothing.
 */
export async function checkSolvency(
  ctx: Pick<ServiceContext, 'db'>,
  wallet: Wallet,
): Promise<readonly Finding[]> {
  return findingsOf(await readPositions(ctx.db, wallet));
}

function findingsOf({ known, unanswered }: Positions): readonly Finding[] {
  const rule = { rule: 'L11', account: null } as const;
  return [
    ...unanswered.map(
      ({ network, why }): Finding => ({
        ...rule,
        kind: 'wallet-unreachable',
        subject: network,
        expected: null,
        found: why,
      }),
    ),
    ...known
      .filter(({ held, owed }) => held < owed)
      .map(
        ({ asset, held, owed }): Finding => ({
          ...rule,
          kind: 'wallet-short',
          subject: asset,
          expected: owed.toString(),
          found: held.toString(),
        }),
      ),
  ];
}

/**
 * Compares the wallets with the ledger and suspends payouts of an asset that is short: the cause is unknown, and miners who are paid
 * first would be paid at the cost of the others. A network whose wallet does not say what it holds is suspended, which holds back its
 * coins on other networks too; if no wallet can be asked, every payout is. Mining goes on. A shortfall that an operator has accepted by
 * lifting its suspension does not suspend again while it has not grown, nor been made up in between.
 */
export async function guardSolvency(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  wallet: Wallet,
  onPositions: (known: Positions['known']) => void = () => undefined,
): Promise<readonly Finding[]> {
  const positions = await guardPositions(ctx, wallet);
  onPositions(positions.known);
  return findingsOf(positions);
}

async function guardPositions(ctx: Pick<ServiceContext, 'db' | 'clock'>, wallet: Wallet): Promise<Positions> {
  const positions = await readPositions(ctx.db, wallet);
  const { known, unanswered } = positions;
  const now = ctx.clock.now();
  for (const { network, why } of unanswered) {
    const detail =
      network === everyNetwork
        ? `the wallet cannot be asked: ${why}`
        : `the wallet of ${network} has not said what it holds: ${why}`;
    await suspendPayouts(ctx.db, { network, reason: 'wallet-unreachable', detail }, now);
  }
  // One network goes on when it was asked for what has left it as well (`createOutgoingGuard`).
  if (!unanswered.some(({ network }) => network === everyNetwork))
    await liftByItself(ctx.db, everyNetwork, 'wallet-unreachable', 'the wallet answers again', now);
  await forgetWhatWasMadeUp(ctx.db, known);
  for (const { asset, short } of shortfalls(known)) {
    const position = known.find((each) => each.asset === asset);
    if (position !== undefined && !(await isAccepted(ctx.db, { asset, short })))
      await suspend(ctx, position, short);
  }
  return positions;
}

/**
 * Lowers an accepted shortfall to what is missing now: what was made up since, by an adopted payout or a deposit, is no longer
 * accepted.
 */
async function forgetWhatWasMadeUp(db: Queryable, known: readonly Position[]): Promise<void> {
  const accepted = await db.query<{ network: string }>(sql`
    SELECT DISTINCT network FROM payout_suspensions
     WHERE reason = 'wallet-short' AND lifted_at IS NOT NULL AND mark <> '0'`);
  for (const { network } of accepted) {
    const now = known.find(({ asset }) => assetSuspension(asset) === network);
    if (now === undefined) continue;
    await lowerAcceptedShort(db, network, now.held < now.owed ? now.owed - now.held : 0n);
  }
}

/** The same for the guard of payouts, which asks before anything is signed. */
export function compareWithLedger(wallet: Wallet): CompareWithLedger {
  return async (ctx) => (await guardPositions(ctx, wallet)).unanswered;
}

async function suspend(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  position: KnownPosition,
  short: bigint,
): Promise<void> {
  const { asset } = position;
  await suspendPayouts(
    ctx.db,
    {
      network: assetSuspension(asset),
      reason: 'wallet-short',
      detail: `${missingWords(position, short)}: compare with the wallets first (payouts compare), because a payout that the database does not know looks the same; then see treasury show, book or put in what is missing, and lift this`,
      mark: short.toString(),
    },
    ctx.clock.now(),
  );
}

/** Where something is missing, in words: in which wallets, and what of it lies in none. */
function missingWords(
  { asset, wallets, uncovered }: Pick<KnownPosition, 'asset' | 'wallets' | 'uncovered'>,
  short: bigint,
): string {
  const amount = (units: bigint): string => `${formatAmount(units)} ${asset}`;
  const inWallets = short - (uncovered < short ? uncovered : short);
  const places = shortWallets(wallets).map((each) => `${amount(each.short)} on ${each.network}`);
  const where = places.length === 0 ? '' : ` (${places.join(', ')})`;
  const wallet =
    inWallets === 0n ? [] : [`the wallet holds ${amount(inWallets)} less than the ledger says${where}`];
  const covered =
    uncovered === 0n
      ? []
      : [
          `${amount(short - inWallets)} that miners are owed lie in no wallet, because an exchange has less than the ledger says or does not answer (openlode places), or losses and fees are more than the pool's own`,
        ];
  return [...wallet, ...covered].join(', and ');
}

/** The newest word of an operator on this asset, and the shortfall that it was about. */
async function isAccepted(db: Queryable, { asset, short }: Shortfall): Promise<boolean> {
  const [lifted] = await db.query<{ mark: string }>(sql`
    SELECT mark FROM payout_suspensions
     WHERE network = ${assetSuspension(asset)} AND reason = 'wallet-short' AND lifted_at IS NOT NULL
     ORDER BY id DESC LIMIT 1`);
  return lifted !== undefined && short <= BigInt(lifted.mark);
}

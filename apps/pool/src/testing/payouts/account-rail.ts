import { krakenPayer } from '../../adapters/exchanges/kraken-payer.ts';
import { unpacedKraken } from '../../adapters/exchanges/kraken-pace.ts';
import { krakenLogin } from '../../adapters/exchanges/testing/kraken-face.ts';
import { exchangeRail } from '../../adapters/rails/exchange/exchange-rail.ts';
import type { ServiceContext } from '../../domain/kernel/context.ts';
import type { RequestOutcome } from '../../domain/kernel/exchange.ts';
import { simulatedKind } from '../../domain/kernel/pool-kind.ts';
import type { Rail } from '../../domain/kernel/rail.ts';
import { lookedAt } from '../../domain/testing/looked-at.ts';
import { payoutWithdrawals } from '../../domain/treasury/withdrawals/payout-withdrawals.ts';

const unit = 10n ** 18n;
/** The least that leaves, what an amount is a multiple of, and the most that one may cost. */
const paid = { coin: 'DOGE', network: 'DOGE', least: 10n * unit, step: 10n ** 10n, feeMax: 3n * unit };
/** A stand-in on this machine answers in a moment: one that takes longer has lost the answer. */
const callMs = 400;

export interface SuiteAccount {
  /** Of the stand-in for Kraken. */
  readonly url: string;
  /** A mistake that the suite has to notice: what was not answered as taken counts as never sent. */
  readonly isBlind?: boolean;
  /** It lets no amount out that any payee has asked for: each is given back unsigned. */
  readonly refusesAll?: boolean;
}

/** More than any payee has. */
const tooMuch = 10n ** 9n * unit;

/** The rail of an account at a stand-in for Kraken that pays DOGE, as one process has it. */
export function accountRail(
  { url, isBlind = false, refusesAll = false }: SuiteAccount,
  { db, clock }: Pick<ServiceContext, 'db' | 'clock'>,
): Rail {
  const now = (): number => clock.now();
  const least = refusesAll ? tooMuch : paid.least;
  const { coin, network, step } = paid;
  const payer = krakenPayer({
    ...krakenLogin,
    url,
    now,
    limits: { callMs, bytesMax: 1_000_000 },
    pace: unpacedKraken,
    coins: [{ coin, network, method: network, amountMin: least, amountStep: step }],
  });
  return exchangeRail({
    kind: simulatedKind,
    exchange: isBlind
      ? { ...payer, withdraw: async (asked) => believed(await payer.withdraw(asked)) }
      : payer,
    coins: [{ ...paid, least }],
    withdrawals: payoutWithdrawals({ db, clock }),
    now,
  });
}

function believed(outcome: RequestOutcome): RequestOutcome {
  return outcome.kind === 'unknown' ? { kind: 'not-sent', why: outcome.why } : outcome;
}

/** What the process that watches the account does each minute, where it finds it equal. */
export function noteEqual(ctx: Parameters<typeof lookedAt>[0]): Promise<void> {
  return lookedAt(ctx, 'kraken', paid.coin);
}

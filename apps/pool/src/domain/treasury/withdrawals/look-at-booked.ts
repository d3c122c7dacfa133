import type { ServiceContext } from '../../kernel/context.ts';
import type { ExchangeTransfer, PayingExchange } from '../../kernel/exchange.ts';
import { onlyWithdrawal } from '../transfers/find-withdrawal.ts';
import type { WithdrawalRow } from './withdrawal-rows.ts';

/** What the record of an exchange has of a payout that the ledger has as gone; undefined where it does not have it now. */
export type LookAtBooked = (
  exchange: PayingExchange,
  row: WithdrawalRow,
) => Promise<ExchangeTransfer | undefined>;

/** For so long, ms, one answer stands for all of them: each is looked at for a week, and an exchange counts calls. */
const keptMs = 60_000;
/** A little more than what is looked at for a week, ms. */
const backMs = 8 * 86_400_000;

/** Asks the record of a coin once for many payouts. The memory of one process. */
export function createLookAtBooked({ clock }: Pick<ServiceContext, 'clock'>): LookAtBooked {
  const kept = new Map<
    string,
    { readonly at: number; readonly since: number; readonly records: Promise<readonly ExchangeTransfer[]> }
  >();
  const read = (exchange: PayingExchange, { coin, sentAt }: WithdrawalRow) => {
    const key = `${exchange.name} ${coin}`;
    const now = clock.now();
    const before = kept.get(key);
    if (before !== undefined && Math.abs(now - before.at) < keptMs && before.since <= sentAt.getTime())
      return before.records;
    const since = Math.min(sentAt.getTime(), now - backMs);
    const records = exchange.transfers('withdrawal', coin, since);
    kept.set(key, { at: now, since, records });
    return records.catch((error: unknown) => {
      kept.delete(key);
      throw error;
    });
  };
  return async (exchange, row) => {
    const found = onlyWithdrawal(
      await read(exchange, row),
      ({ exchangeId }) => exchangeId === row.exchangeId,
    );
    return found.kind === 'found' ? found.transfer : undefined;
  };
}

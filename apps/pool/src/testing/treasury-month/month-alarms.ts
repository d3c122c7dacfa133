import { readSuspensions } from '../../domain/payouts/suspensions.ts';
import { orderProblems } from '../../domain/views/list-orders.ts';
import { listPlaces } from '../../domain/views/list-places.ts';
import { transferProblems } from '../../domain/views/list-transfers.ts';
import type { MonthPool } from './month-pool.ts';

/** What an operator hears of money that is not where the ledger has it. */
export interface Alarm {
  /** `wallet DOGE`, `uncovered DOGE`, `kraken LTC`, `LTC to kraken`, `DOGE from kraken`, `order at kraken`. */
  readonly where: string;
  /** In the pool's own words. */
  readonly words: string;
}

/**
 * What health, the suspensions and `openlode places` name now. What only says that something is not over yet, or that the exchange does not answer, is
 * no alarm: no money is named as missing by it.
 */
export async function readAlarms({ ctx, exchange }: MonthPool): Promise<readonly Alarm[]> {
  const short = (await readSuspensions(ctx.db)).map(
    ({ network, detail }): Alarm => ({
      where: `${detail.startsWith('the wallet holds') ? 'wallet' : 'uncovered'} ${network.replace('asset:', '')}`,
      words: detail,
    }),
  );
  const places = (await listPlaces(ctx)).flatMap(({ place, coin, state, note }): Alarm[] => {
    const words = `${state}: ${note ?? ''}`;
    if (state === 'late') return [{ where: place, words }];
    if (state === 'difference' || (state === 'unsettled' && !exchange.isSilent))
      return [{ where: `${place} ${coin}`, words }];
    return [];
  });
  const transfers = (await transferProblems(ctx)).flatMap((words): Alarm[] => {
    const coin = /^transfer \S+ of (\S+) from/.exec(words)?.[1] ?? '';
    return words.includes('does not say') ? [] : [{ where: `${coin} from kraken`, words }];
  });
  const orders = (await orderProblems(ctx)).flatMap((words): Alarm[] =>
    words.includes('less is there than before') ? [{ where: 'order at kraken', words }] : [],
  );
  return [...short, ...places, ...transfers, ...orders];
}

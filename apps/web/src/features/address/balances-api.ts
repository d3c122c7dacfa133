import type { AccountsBalanceResponse } from '@openlode/contracts/http/accounts-balance';
import { queryOptions } from '@tanstack/react-query';
import { getJson } from '../../shared/api/get-json.ts';

/** What a miner holds, and with how many decimals it is shown. */
export interface ShownBalance {
  /** Decimal text. */
  readonly balance: string;
  readonly precision: number;
}

/** What the miners hold, by id; a miner that has never held anything is missing. */
export function balancesQuery(uuids: readonly string[]) {
  return queryOptions({
    queryKey: ['balances', ...uuids],
    queryFn: async ({ signal }) => {
      const list = await getJson<AccountsBalanceResponse['data']>(
        `/v5/accounts/${uuids.join(',')}/balance`,
        signal,
      );
      return new Map(
        list.map(({ uuid, balance, precision }): [string, ShownBalance] => [
          uuid,
          { balance, precision: Number(precision) },
        ]),
      );
    },
    enabled: uuids.length > 0,
    refetchInterval: 15_000,
  });
}

import type { AccountsBalanceResponse } from '@openlode/contracts/http/accounts-balance';
import { queryOptions } from '@tanstack/react-query';
import { getJson } from '../../shared/api/get-json.ts';

/** What the accounts hold, by id; an account that has never held anything is missing. */
export function balancesQuery(uuids: readonly string[]) {
  return queryOptions({
    queryKey: ['balances', ...uuids],
    queryFn: async ({ signal }) => {
      const list = await getJson<AccountsBalanceResponse['data']>(
        `/v5/accounts/${uuids.join(',')}/balance`,
        signal,
      );
      return new Map(list.map(({ uuid, balance }) => [uuid, balance]));
    },
    enabled: uuids.length > 0,
    refetchInterval: 15_000,
  });
}

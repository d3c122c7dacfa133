import type { AddressRefusalsResponse } from '@openlode/contracts/http/address-refusals';
import { queryOptions } from '@tanstack/react-query';
import { getJson } from '../../shared/api/get-json.ts';

/** The logins with an address that were refused in the past day; `address` is as it was typed, with its memo. */
export function refusalsQuery(coin: string, address: string) {
  return queryOptions({
    queryKey: ['refusals', coin, address],
    queryFn: ({ signal }) =>
      getJson<AddressRefusalsResponse['data']>(
        `/v5/address/${encodeURIComponent(address)}/refusals?coin=${encodeURIComponent(coin)}`,
        signal,
      ),
  });
}

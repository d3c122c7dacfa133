import type { AddressData } from '@openlode/contracts/http/address';
import { queryOptions } from '@tanstack/react-query';
import { getJson } from './get-json.ts';

/** `address` is as it was typed, with its memo; `coin` a symbol. */
export function addressQuery(coin: string, address: string) {
  return queryOptions({
    queryKey: ['address', coin, address],
    queryFn: ({ signal }) =>
      getJson<AddressData>(
        `/v5/address/${encodeURIComponent(address)}?coin=${encodeURIComponent(coin)}`,
        signal,
      ),
  });
}

import type { AddressData } from '@openlode/contracts/http/address';
import { queryOptions } from '@tanstack/react-query';
import { getJson } from './get-json.ts';

/** What the pool says of an address as it was typed, with its memo. */
export function fetchAddress(coin: string, address: string, signal?: AbortSignal): Promise<AddressData> {
  const path = `/v5/address/${encodeURIComponent(address)}?coin=${encodeURIComponent(coin)}`;
  return getJson<AddressData>(path, signal);
}

/** `address` is as it was typed, with its memo; `coin` a symbol. */
export function addressQuery(coin: string, address: string) {
  return queryOptions({
    queryKey: ['address', coin, address],
    queryFn: ({ signal }) => fetchAddress(coin, address, signal),
  });
}

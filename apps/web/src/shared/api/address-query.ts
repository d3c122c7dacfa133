import type { AddressData } from '@openlode/contracts/http/address';
import { queryOptions } from '@tanstack/react-query';
import { fetchJson } from './get-json.ts';
import { readEnvelope } from './read-envelope.ts';

/** What the pool says of an address as it was typed, with its memo. */
export async function fetchAddress(
  coin: string,
  address: string,
  signal?: AbortSignal,
): Promise<AddressData> {
  // A refusal is an answer like any other: with a status of 404 the browser would report it as an error of the page.
  const path = `/v5/address/${encodeURIComponent(address)}?coin=${encodeURIComponent(coin)}&refusals=200`;
  const { status, body } = await fetchJson(path, { signal });
  const isRefusal = typeof body === 'object' && body !== null && 'success' in body && body.success === false;
  return readEnvelope(status === 200 && isRefusal ? 404 : status, body) as AddressData;
}

/** `address` is as it was typed, with its memo; `coin` a symbol. */
export function addressQuery(coin: string, address: string) {
  return queryOptions({
    queryKey: ['address', coin, address],
    queryFn: ({ signal }) => fetchAddress(coin, address, signal),
  });
}

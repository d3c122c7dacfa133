import type { AddressRefusalsResponse } from '@openlode/contracts/http/address-refusals';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getJson } from '../../shared/api/get-json.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { RelativeTime } from '../../shared/ui/relative-time.tsx';
import { refusalWords } from './refusal-words.ts';

function refusalsQuery(coin: string, address: string) {
  return queryOptions({
    queryKey: ['refusals', coin, address],
    queryFn: ({ signal }) =>
      getJson<AddressRefusalsResponse['data']>(
        `/v5/address/${encodeURIComponent(address)}/refusals?coin=${encodeURIComponent(coin)}`,
        signal,
      ),
    refetchInterval: 60_000,
    // It is a help beside the answer: what cannot be fetched is left out.
    retry: false,
  });
}

interface RefusedLoginsProps {
  readonly coin: string;
  /** As it was typed, with its memo. */
  readonly address: string;
}

/** Miners that were refused with this address during the past day: why, and what to do. Nothing where there were none. */
export function RefusedLogins({ coin, address }: RefusedLoginsProps) {
  const list = useQuery(refusalsQuery(coin, address)).data?.list ?? [];
  if (list.length === 0) return null;
  return (
    <Notice tone="warning" title="A miner with this address was refused.">
      <ul>
        {list.map(({ reason, times, last }) => (
          <li key={reason}>
            {refusalWords(reason)} {times === 1 ? 'Once' : `${times} times`}, last <RelativeTime at={last} />.
          </li>
        ))}
      </ul>
    </Notice>
  );
}

import { useQuery } from '@tanstack/react-query';
import { RefusalItems } from '../../blocks/refusals/refusal-items.tsx';
import { refusalsQuery } from '../../blocks/refusals/refusals-query.ts';
import { Notice } from '../../shared/ui/notice.tsx';

const askAgainMs = 60_000;

interface RefusedLoginsProps {
  readonly coin: string;
  /** As it was typed, with its memo. */
  readonly address: string;
}

/** Miners that were refused with this address during the past day: why, and what to do. Nothing where there were none. */
export function RefusedLogins({ coin, address }: RefusedLoginsProps) {
  // It is a help beside the answer: what cannot be fetched is left out.
  const { data } = useQuery({ ...refusalsQuery(coin, address), refetchInterval: askAgainMs, retry: false });
  const list = data?.list ?? [];
  if (list.length === 0) return null;
  return (
    <Notice tone="warning" title="A miner with this address was refused.">
      <ul>
        <RefusalItems list={list} />
      </ul>
    </Notice>
  );
}

import type { AddressOutcome } from '@openlode/mining/judge-address';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

export type AddressJudgement =
  | AddressOutcome
  | { readonly kind: 'checking' }
  /** The rules could not be fetched: the address may be right, the pool will say. */
  | { readonly kind: 'unchecked' };

/**
 * Judges the text as a payout address of the coin. The rules, checksums and all, are fetched when somebody types: a
 * visitor who only reads never pays for them.
 */
export function useAddressJudgement(symbol: string, text: string): AddressJudgement {
  const typed = text.trim() !== '';
  const { data: judge, isError } = useQuery({
    queryKey: ['address-judge', symbol],
    queryFn: async () => {
      const { loadAddressJudge } = await import('./load-address-judge.ts');
      return loadAddressJudge(symbol);
    },
    enabled: typed,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => {
    if (!typed) return { kind: 'empty' };
    if (judge !== undefined) return judge(text);
    return { kind: isError ? 'unchecked' : 'checking' };
  }, [typed, judge, isError, text]);
}

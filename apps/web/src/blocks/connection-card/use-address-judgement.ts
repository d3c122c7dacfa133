import type { CoinItem } from '@openlode/contracts/http/coins';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AddressJudgement } from './address-judgement.ts';

interface JudgedAddress {
  readonly judgement: AddressJudgement;
  /** The sentence under the field; null where there is nothing to fix. */
  readonly sentence: (coinName: string) => string | null;
}

/**
 * Judges the text as a payout address of the coin. The rules, checksums, words and all, are fetched when a visitor types: a
 * visitor who only reads never pays for them. `coin` says where the pool pays; until it is there every network counts. Whose
 * address it is only the pool knows; it is asked where the coin takes a memo and none was typed.
 */
export function useAddressJudgement(symbol: string, text: string, coin: CoinItem | undefined): JudgedAddress {
  const takesMemo = typeof coin?.regex_memo === 'string';
  const typed = text.trim() !== '';
  const { data: rules, isError } = useQuery({
    queryKey: ['address-judge', symbol],
    queryFn: async () => (await import('./load-address-judge.ts')).loadAddressJudge(symbol),
    enabled: typed,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const outcome = useMemo<AddressJudgement>(() => {
    if (!typed) return { kind: 'empty' };
    return rules?.judge(text, coin) ?? { kind: isError ? 'unchecked' : 'checking' };
  }, [typed, rules, isError, text, coin]);

  const bare = takesMemo && outcome.kind === 'valid' && outcome.memo === null ? outcome.address : null;
  const lacks = useQuery({
    queryKey: ['lacks-memo', symbol, bare],
    queryFn: () => rules?.lacksMemo(bare ?? '') ?? false,
    enabled: bare !== null,
    retry: false,
  });
  const judgement: AddressJudgement =
    lacks.data === true ? { kind: 'memo-missing' } : lacks.isLoading ? { kind: 'checking' } : outcome;
  return { judgement, sentence: (coinName) => rules?.sentence(judgement, coinName) ?? null };
}

import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import type { Diagnosis } from '@openlode/mining/diagnose-connection';
import { useQuery } from '@tanstack/react-query';
import { algorithmsQuery } from '../../shared/api/catalogue-api.ts';
import { useCoinsHere } from '../../shared/api/use-coins-here.ts';

interface DiagnosisState {
  /** Null while there is nothing to judge, or what judges is on its way. */
  readonly diagnosis: Diagnosis | null;
  readonly algorithms: readonly AlgorithmItem[];
  /** Why what judges could not be fetched. */
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Judges a user string or a command; `algorithm` is the code that the visitor chose, null where they do not know. */
export function useDiagnosis(text: string, algorithm: string | null): DiagnosisState {
  // Without the list a port of the pool cannot be told from any other.
  const list = useQuery(algorithmsQuery());
  const coins = useCoinsHere(text !== '');
  const doctor = useQuery({
    queryKey: ['doctor'],
    queryFn: async () => (await import('./load-doctor.ts')).loadDoctor(),
    enabled: text !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const needed = [list, doctor, { ...coins, data: coins.delisted }];
  const missing = needed.filter(({ data, error }) => data === undefined && error !== null);
  const { delisted, paysHere } = coins;
  const isReady =
    doctor.data !== undefined && list.data !== undefined && delisted !== undefined && paysHere !== undefined;
  return {
    diagnosis:
      text.trim() === '' || !isReady
        ? null
        : doctor.data(text, algorithm, { algorithms: list.data, delisted, paysHere }),
    algorithms: list.data ?? [],
    error: missing[0]?.error ?? null,
    retry() {
      for (const { refetch } of missing) void refetch();
    },
  };
}

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { coinGroupsQuery } from './catalogue-api.ts';

/** The delisted coins as this pool lists them: those of the catalogue and those that the operator delisted. */
export interface DelistedCoins {
  /** Their symbols; undefined until the list was read. */
  readonly delisted: ReadonlySet<string> | undefined;
  /** Why the list could not be read. */
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
}

/** Reads the list of coins while `enabled`. */
export function useDelistedCoins(enabled: boolean): DelistedCoins {
  const { data, error, refetch } = useQuery({ ...coinGroupsQuery(), enabled });
  const delisted = useMemo(
    () =>
      data &&
      new Set(
        data.flatMap(({ list }) => list.flatMap(({ symbol, delisted: is }) => (is === 1 ? [symbol] : []))),
      ),
    [data],
  );
  return { delisted, error, refetch };
}

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PaysHere } from '@openlode/mining/paid-here';
import { paysHereOf } from './pays-here-of.ts';
import { coinGroupsQuery } from './catalogue-api.ts';

/** What of the catalogue cannot be chosen here: coins that it or the operator delisted, and networks that the pool has no wallet for. */
export interface CoinsHere {
  /** Symbols; undefined until the list was read. */
  readonly delisted: ReadonlySet<string> | undefined;
  /** Where the pool pays; undefined until the list was read. */
  readonly paysHere: PaysHere | undefined;
  /** Why the list could not be read. */
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
}

/** Reads the list of coins while `enabled`. */
export function useCoinsHere(enabled: boolean): CoinsHere {
  const { data, error, refetch } = useQuery({ ...coinGroupsQuery(), enabled });
  const delisted = useMemo(
    () =>
      data &&
      new Set(
        data.flatMap(({ list }) => list.flatMap(({ symbol, delisted: is }) => (is === 1 ? [symbol] : []))),
      ),
    [data],
  );
  const paysHere = useMemo(() => data && paysHereOf(data.flatMap(({ list }) => list)), [data]);
  return { delisted, paysHere, error, refetch };
}

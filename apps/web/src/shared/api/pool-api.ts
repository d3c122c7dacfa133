import type { PoolResponse } from '@openlode/contracts/http/pool';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { getJson } from './get-json.ts';

export type PoolData = PoolResponse['data'];

export const poolKey = ['pool'] as const;

const againMs = 60_000;
/** The pool may have counted this long before it was asked. */
const countedBeforeMs = 15_000;

interface Told {
  readonly at: number;
  readonly change: (old: PoolData) => PoolData;
}

/** The last change of each figure that was told live. */
const toldTo = new WeakMap<QueryClient, Map<string, Told>>();

/**
 * Changes one of the pool's figures to what the pool has just told live. `figure` names it. An answer that comes later, and was counted before,
 * does not take the change back.
 */
export function tellPool(client: QueryClient, figure: string, change: Told['change']): void {
  const told = toldTo.get(client) ?? new Map<string, Told>();
  toldTo.set(client, told.set(figure, { at: Date.now(), change }));
  client.setQueryData<PoolData>(poolKey, (old) => (old === undefined ? old : change(old)));
}

/** `asked` in ms since 1970. */
function withWhatWasTold(
  answer: PoolData,
  told: ReadonlyMap<string, Told> | undefined,
  asked: number,
): PoolData {
  const newer = [...(told?.values() ?? [])].filter(({ at }) => at > asked - countedBeforeMs);
  return newer.reduce((data, { change }) => change(data), answer);
}

/**
 * The pool's totals and the rewards of each algorithm. Not all of it is told live: a page that is looked at asks again every
 * minute, once it has an answer to keep up to date.
 */
export function poolQuery() {
  return queryOptions({
    queryKey: poolKey,
    queryFn: async ({ client, signal }) => {
      const asked = Date.now();
      return withWhatWasTold(await getJson<PoolData>('/v5/pool', signal), toldTo.get(client), asked);
    },
    staleTime: againMs,
    refetchInterval: ({ state }) => (state.data === undefined ? false : againMs),
  });
}

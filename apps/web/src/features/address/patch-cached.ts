import type { QueryClient } from '@tanstack/react-query';

/** Changes a cached answer; and one that is on its way, once it is here: it may say how things were before. */
export function patchCached<Data>(
  queryClient: QueryClient,
  queryKey: readonly unknown[],
  change: (old: Data) => Data,
): void {
  const put = () => queryClient.setQueryData<Data>(queryKey, (old) => old && change(old));
  put();
  const query = queryClient.getQueryCache().find({ queryKey, exact: true });
  if (query?.state.fetchStatus !== 'idle')
    query?.promise?.then(put, () => {
      // Nothing came: there is nothing to change, and the query itself holds the failure.
    });
}

import { calculateRewardExample } from '@openlode/contracts/examples/calculate-reward';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import '../../testing/find-patiently.ts';
import { serveAnswers } from '../../testing/serve-answers.ts';
import { useFiat } from './use-fiat.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Worth() {
  const { now, source } = useFiat('DOGE');
  return <p>{`${now('2') ?? 'no worth'}; ${source ?? 'no source'}`}</p>;
}

it('shows no worth once the pool has no rate any more, and the last one while it only does not answer', async () => {
  const client = new QueryClient();
  serveAnswers({ '/v3/calculate/reward': calculateRewardExample });
  render(
    <QueryClientProvider client={client}>
      <Worth />
    </QueryClientProvider>,
  );
  await screen.findByText(/^\$/);
  serveAnswers({ '/v3/calculate/reward': 0 });
  await act(() => client.refetchQueries());
  expect(screen.queryByText('no worth; no source')).toBeNull();
  serveAnswers({ '/v3/calculate/reward': 503 });
  await act(() => client.refetchQueries());
  await screen.findByText('no worth; no source');
});

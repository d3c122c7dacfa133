// @vitest-environment happy-dom
import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { buildQueryClient } from './query-client.ts';

afterEach(() => {
  onlineManager.setOnline(true);
  vi.useRealTimers();
});

it('asks without a network, too: a pressed button fails visibly', async () => {
  onlineManager.setOnline(false);
  const client = buildQueryClient();
  const fail = () => Promise.reject(new Error('no network'));
  await expect(client.fetchQuery({ queryKey: ['any'], queryFn: fail, retry: false })).rejects.toThrow(
    'no network',
  );
  const press = new MutationObserver(client, { mutationFn: fail });
  void press.mutate().catch(() => {});
  await expect.poll(() => press.getCurrentResult().status, { timeout: 30_000 }).toBe('error');
});

it('asks again by itself what was refused as too many, not at once, and stops once it has an answer', async () => {
  vi.useFakeTimers();
  const ask = vi.fn<() => Promise<string>>();
  ask.mockRejectedValueOnce(new ApiError('refused', 429, 'Too many requests, please slow down'));
  ask.mockResolvedValue('blocks');
  const query = new QueryObserver(buildQueryClient(), { queryKey: ['any'], queryFn: ask });
  const stop = query.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(19_000);
  expect(query.getCurrentResult()).toMatchObject({
    status: 'error',
    error: { message: 'Too many requests, please slow down' },
  });
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(query.getCurrentResult()).toMatchObject({ status: 'success', data: 'blocks' });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(ask).toHaveBeenCalledTimes(2);
  stop();
});

it('does not ask again what was refused for what it is', async () => {
  vi.useFakeTimers();
  const ask = vi.fn(() => Promise.reject(new ApiError('refused', 404, 'There is nothing here')));
  const query = new QueryObserver(buildQueryClient(), { queryKey: ['any'], queryFn: ask });
  const stop = query.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(120_000);
  expect(ask).toHaveBeenCalledTimes(1);
  stop();
});

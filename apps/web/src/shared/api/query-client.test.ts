import { MutationObserver, onlineManager } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { buildQueryClient } from './query-client.ts';

afterEach(() => onlineManager.setOnline(true));

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

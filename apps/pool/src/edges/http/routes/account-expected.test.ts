import fastify from 'fastify';
import { expect, it } from 'vitest';
import type { ServiceContext } from '../../../domain/kernel/context.ts';
import { accountExpectedRoutes } from './account-expected.ts';

const uuid = '036b48cf-69d3-483c-90e0-cbd75b62d6b6';
const upstream = {
  name: 'other-pool',
  algorithm: 'sha256',
  coin: 'BTC',
  network: 'BTC',
  feePpm: 0,
  incomeMax: 1n,
};

it('sums up the work of a miner once for all who ask within a minute', async () => {
  let sums = 0;
  let now = 0;
  const query = async ({ sql }: { readonly sql: string }) => {
    await Promise.resolve();
    if (!sql.includes('slice_work')) return [{ id: 7n, uuid, memo: '', last_work_at: new Date(0) }];
    sums += 1;
    return [{ upstream: 'other-pool', blocks: BigInt(sums) * 10n ** 16n, since: new Date(0) }];
  };
  const app = fastify();
  await app.register(accountExpectedRoutes, {
    ctx: { db: { query }, clock: { now: () => now } } as unknown as ServiceContext,
    relayed: { upstreams: [upstream], rewardOf: () => undefined },
  });
  const read = async (of: string) => (await app.inject(`/v5/account/${of}/expected`)).json().data.list;
  const asked = await Promise.all([read(uuid), read(uuid.toUpperCase()), read(uuid)]);
  for (const list of asked) expect(list).toMatchObject([{ through: 'other-pool', blocks: '0.01' }]);
  now = 59_999;
  expect(await read(uuid)).toMatchObject([{ blocks: '0.01' }]);
  now = 60_000;
  expect(await read(uuid)).toMatchObject([{ blocks: '0.02' }]);
  expect(sums).toBe(2);
  await app.close();
});

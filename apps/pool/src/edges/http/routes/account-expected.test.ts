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
    if (sql.includes('upstream_lines') || sql.includes('payments')) return [];
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

it('sums up the work of all miners once for all of them, where the other pool says that it has paid', async () => {
  let ofAll = 0;
  const query = async ({ sql, values }: { readonly sql: string; readonly values: readonly unknown[] }) => {
    await Promise.resolve();
    if (sql.includes('payments')) return [];
    if (sql.includes('upstream_lines'))
      return [{ upstream: 'other-pool', paid: 10n ** 18n, at: new Date(5000), missing: false }];
    if (sql.includes('FROM unnest'))
      return [{ upstream: 'other-pool', blocks: 10n ** 16n, since: new Date(0) }];
    if (!sql.includes('slice_work'))
      return [
        { id: BigInt(`0x${String(values[0]).slice(0, 8)}`), uuid, memo: '', last_work_at: new Date(0) },
      ];
    if (sql.includes('AND miner_id')) return [{ blocks: 10n ** 16n }];
    ofAll += 1;
    return [{ blocks: 4n * 10n ** 16n }];
  };
  const app = fastify();
  await app.register(accountExpectedRoutes, {
    ctx: { db: { query }, clock: { now: () => 6000 } } as unknown as ServiceContext,
    relayed: { upstreams: [upstream], rewardOf: () => undefined },
  });
  for (const of of [uuid, uuid.replace('036b', '036c')]) {
    const { list } = (await app.inject(`/v5/account/${of}/expected`)).json().data;
    expect(list).toMatchObject([{ said: { paid: '1', part: '0.25', at: 5000, missing: false } }]);
  }
  expect(ofAll).toBe(1);
  await app.close();
});

import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { minerUuid } from '../domain/miners/miner-uuid.ts';
import { findMiner } from '../domain/miners/find-miner.ts';
import { openChallenge, readChallenge } from '../domain/owners/challenges.ts';
import { buildBatch, buildLine, dogeMiner } from '../domain/testing/build-work.ts';
import { createTestContext, type TestContext } from '../domain/testing/create-test-context.ts';
import { recordWork } from '../domain/shares/record-work.ts';
import { minerSources } from './miner-sources.ts';

const pool = { name: 'The suite', host: 'pool.example' };
const hourMs = 3_600_000;

describe('minerSources', () => {
  let ctx: TestContext;
  beforeEach(async () => {
    const base = await createTestContext('pglite');
    ctx = { ...base, random: { uuid: randomUUID, bytes: randomBytes } };
  });
  afterEach(() => ctx.close());

  const login = (worker: string) => ({ ...dogeMiner, worker, referralCode: null });
  const sourcesOf = (sandbox: boolean) =>
    minerSources(ctx, {
      sandbox,
      proxies: [],
      sharedNetworks: ['198.51.100.0/24'],
      onError: (error) => {
        throw error;
      },
    });

  it.each(['127.0.0.1', '10.0.0.7', '192.168.1.1', '::/64'])(
    'lets %s prove in a sandbox, and never in a real pool',
    async (source) => {
      const line = buildLine({ firstAt: ctx.clock.now() - 5 * hourMs, lastAt: ctx.clock.now() - 5 * hourMs });
      const key = sourcesOf(true).sourceKey(login('rig'), source);
      await recordWork(
        ctx,
        buildBatch(randomUUID(), { ...line, ...(key === undefined ? {} : { source: key }) }),
      );
      expect(key).toMatch(/^[\w-]{43}\.[\w-]{22}$/);
      expect(sourcesOf(false).sourceKey(login('rig'), source)).toBeUndefined();

      const miner = await findMiner(ctx, minerUuid(ctx.secret, dogeMiner));
      if (miner === undefined) throw new Error('no miner');
      for (const [sandbox, expected] of [
        [false, 'unprovable-source'],
        [true, 'proved'],
      ] as const) {
        const { id, worker } = await openChallenge(ctx, miner, { kind: 'pay' }, pool);
        sourcesOf(sandbox).onChallenger(login(worker), source);
        await vi.waitFor(async () =>
          expect((await readChallenge(ctx, miner, id, pool))?.state).toBe(expected),
        );
      }
    },
  );

  it('records no source of a network that the operator lists, in a sandbox either', () => {
    expect(sourcesOf(true).sourceKey(login('rig'), '198.51.100.9')).toBeUndefined();
    expect(sourcesOf(true).sourceKey(login('rig'), '198.51.101.9')).toBeDefined();
  });
});

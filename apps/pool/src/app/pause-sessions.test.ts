import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readDecisions } from '../domain/kernel/decision.ts';
import { pauseSessions, resumeSessions } from '../domain/operations/pause-sessions.ts';
import { clearTables } from '../domain/testing/clear-tables.ts';
import { createTestContext, type TestContext } from '../domain/testing/create-test-context.ts';
import { ClientGate } from '../edges/stratum/client-gate.ts';
import { startTestPool } from '../edges/stratum/testing/listener-kit.ts';
import { StratumClient } from '../edges/stratum/testing/stratum-client.ts';
import { pauseSessionsTasks } from '../edges/tasks/pause-tasks.ts';
import { startWholePool } from '../testing/whole-pool.ts';
import { connectedMiners } from './connected-miners.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext('pglite');
});
beforeEach(() => clearTables(ctx.db, ['operator_decisions']));
afterAll(() => ctx.close());

const operator = () => ({ ...ctx, actor: 'ann' });
const reason = 'a flood';

/** A process that takes miners where it has a gate, after it has looked at what is decided. */
function openProcess(process: string, gate?: ClientGate) {
  const { clock, secret } = ctx;
  const connected = connectedMiners({
    process,
    clock,
    secret,
    gate,
    countTaking: async () => 1,
    listeners: () => [],
  });
  const tasks = pauseSessionsTasks(ctx, connected);
  return {
    tasks,
    isPaused: async () => {
      for (const task of tasks) await task.run();
      return gate?.isPaused;
    },
  };
}

it('pauses every process or one, by the newest decision that is about it, also one that starts later', async () => {
  const first = openProcess('process-1', new ClientGate(ctx.clock));
  const second = openProcess('process-2', new ClientGate(ctx.clock));
  const paused = async () => [await first.isPaused(), await second.isPaused()];
  expect(await paused()).toEqual([false, false]);
  expect(await pauseSessions(operator(), { process: 'process-2', reason })).toEqual({
    kind: 'done',
    process: 'process-2',
  });
  expect(await paused()).toEqual([false, true]);
  expect(await pauseSessions(operator(), { reason })).toEqual({ kind: 'done', process: null });
  await resumeSessions(operator(), { process: 'process-2', reason: 'it is over' });
  expect(await paused()).toEqual([true, false]);
  expect(await openProcess('process-1', new ClientGate(ctx.clock)).isPaused()).toBe(true);
  await resumeSessions(operator(), { reason: 'it is over' });
  expect(await paused()).toEqual([false, false]);
  expect((await readDecisions(ctx, { limit: 9 })).map(({ kind, subject }) => [kind, subject])).toEqual([
    ['resume-sessions', 'every process'],
    ['resume-sessions', 'process process-2'],
    ['pause-sessions', 'every process'],
    ['pause-sessions', 'process process-2'],
  ]);
});

it('decides nothing without a reason, and asks nothing of a process that takes no miners', async () => {
  expect(await pauseSessions(operator(), { reason: ' ' })).toEqual({ kind: 'malformed-reason' });
  expect(await readDecisions(ctx, { limit: 9 })).toEqual([]);
  expect(openProcess('web').tasks).toEqual([]);
});

it('refuses who comes with the reason, serves who is there on, and takes miners again afterwards', async () => {
  const gate = new ClientGate(ctx.clock);
  const pool = await startTestPool({ gate });
  try {
    const there = await StratumClient.open(pool.listener.port);
    await there.login('DOGE:D1.rig1');
    gate.pause(true);
    const comes = await StratumClient.open(pool.listener.port);
    expect((await comes.next()).params).toEqual([
      'This pool takes no new connections for now: use your other pool meanwhile',
    ]);
    await comes.closed;
    there.say('mining.extranonce.subscribe', []);
    expect((await there.next()).result).toBe(true);
    gate.pause(false);
    const again = await StratumClient.open(pool.listener.port);
    const [subscribed] = await again.login('DOGE:D1.rig2');
    expect(subscribed?.error).toBeNull();
  } finally {
    await pool.close();
  }
});

it('holds from the first connection on where a pool starts again', async () => {
  const pool = await startWholePool({
    prepare: (before) => pauseSessions({ ...before, actor: 'ann' }, { reason }),
  });
  try {
    const comes = await StratumClient.open(pool.mining.listener.port);
    expect((await comes.next()).params).toEqual([
      'This pool takes no new connections for now: use your other pool meanwhile',
    ]);
    await comes.closed;
  } finally {
    await pool.close();
  }
});

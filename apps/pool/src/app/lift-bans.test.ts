import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readDecisions } from '../domain/kernel/decision.ts';
import { liftBan } from '../domain/operations/lift-ban.ts';
import { clearTables } from '../domain/testing/clear-tables.ts';
import { createTestContext, type TestContext } from '../domain/testing/create-test-context.ts';
import { ClientGate } from '../edges/stratum/client-gate.ts';
import { hashOfClient } from '../edges/stratum/miner-log.ts';
import { liftBansTasks } from '../edges/tasks/ban-tasks.ts';
import { connectedMiners } from './connected-miners.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext('pglite');
});
beforeEach(() => clearTables(ctx.db, ['operator_decisions']));
afterAll(() => ctx.close());

const client = '192.0.2.7';

/** A process of a database of which `taking` take miners, this one where it has a gate. */
function openProcess(name: string, taking: number, gate?: ClientGate) {
  const { clock, secret } = ctx;
  const connected = connectedMiners({
    process: name,
    clock,
    secret,
    gate,
    countTaking: async () => taking,
    listeners: () => [],
  });
  const [task] = liftBansTasks(ctx, connected);
  return {
    ban: () => {
      const admission = gate?.admit(client);
      if (admission?.kind !== 'admitted') throw new Error('it is banned already');
      while (admission.permit.recordViolation('endless-line') === undefined) continue;
      admission.permit.leave();
    },
    isBanned: () => gate?.admit(client).kind === 'banned',
    lift: (reason = 'a mistake') =>
      liftBan(
        { ...ctx, actor: 'ann', connected },
        { source: hashOfClient(secret, client, clock.now()), reason },
      ),
    runTask: async () => task?.run(),
    hasTask: task !== undefined,
  };
}

it('lifts a ban that another process has, by a decision through one that takes no miners', async () => {
  const page = openProcess('web', 2);
  const first = openProcess('one', 2, new ClientGate(ctx.clock));
  const second = openProcess('two', 2, new ClientGate(ctx.clock));
  first.ban();
  second.ban();
  expect(page.hasTask).toBe(false);
  expect(await page.lift()).toEqual({
    kind: 'asked',
    processes: [{ process: 'web', takesMiners: false, lifted: 0 }],
    others: 2,
    unanswered: [],
  });
  expect([first.isBanned(), second.isBanned()]).toEqual([true, true]);
  await first.runTask();
  await second.runTask();
  expect([first.isBanned(), second.isBanned()]).toEqual([false, false]);
  // What leads to a ban after the decision is no part of it.
  first.ban();
  await first.runTask();
  expect(first.isBanned()).toBe(true);
});

it('lifts where it is asked at once, and is one decision of all processes that are asked', async () => {
  const first = openProcess('one', 3, new ClientGate(ctx.clock));
  const second = openProcess('two', 3, new ClientGate(ctx.clock));
  second.ban();
  expect([await first.lift(), await second.lift(), second.isBanned()]).toEqual([
    {
      kind: 'asked',
      processes: [{ process: 'one', takesMiners: true, lifted: 0 }],
      others: 2,
      unanswered: [],
    },
    {
      kind: 'done',
      processes: [{ process: 'two', takesMiners: true, lifted: 1 }],
      others: 2,
      unanswered: [],
    },
    false,
  ]);
  const source = hashOfClient(ctx.secret, client, ctx.clock.now());
  expect(await readDecisions(ctx, { limit: 9 })).toMatchObject([
    { kind: 'lift-ban', subject: `source ${source}`, actor: 'ann', reason: 'a mistake' },
  ]);
});

it('lifts what was banned again within half a minute, by the same words, in processes that have read the first decision', async () => {
  const page = openProcess('web', 2);
  const first = openProcess('one', 2, new ClientGate(ctx.clock));
  for (const times of [1, 2]) {
    first.ban();
    await page.lift();
    await first.runTask();
    expect([first.isBanned(), (await readDecisions(ctx, { limit: 9 })).length]).toEqual([false, times]);
  }
});

it('decides nothing where no process has such a ban, and none beside it takes miners', async () => {
  const only = openProcess('pool', 1, new ClientGate(ctx.clock));
  expect(await only.lift()).toMatchObject({ kind: 'not-banned', others: 0 });
  expect(await only.lift(' ')).toEqual({ kind: 'malformed-reason' });
  expect(await readDecisions(ctx, { limit: 9 })).toEqual([]);
});

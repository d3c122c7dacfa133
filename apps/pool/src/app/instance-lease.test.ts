import { randomUUID } from 'node:crypto';
import { readMessage } from '@openlode/stratum/wire/message';
import { step } from '@openlode/stratum/dialects/bitcoin/session';
import { newSession, type BitcoinEnv } from '@openlode/stratum/dialects/bitcoin/session-state';
import { buildEnv, easyRules } from '@openlode/stratum/testing/session-kit';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testEngines } from '../runtime/database/testing/create-test-database.ts';
import { type InstanceLease, holdInstanceLease } from './instance-lease.ts';
import {
  createExtranonce1Pool,
  type Extranonce1Pool,
  type ReleasedWork,
} from '@openlode/stratum/core/extranonce1-pool';
import { bitcoinJobs } from '@openlode/stratum/dialects/bitcoin/jobs';
import { silentLog } from '../edges/stratum/testing/listener-kit.ts';
import { countInstances, keepMs, leaseInstance, renewInstance } from '../runtime/lease-instance.ts';
import { createTestContext, type TestContext, testStart } from '../domain/testing/create-test-context.ts';

const minute = 60_000;
/** The port that all sessions of the suite are on. */
const port: ReleasedWork = { jobs: bitcoinJobs(), rules: easyRules, grants: [] };

describe.each(testEngines())('the number of a process, on %s', (engine) => {
  let ctx: TestContext;
  let now: number;
  const leases: InstanceLease[] = [];
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(async () => {
    await ctx.db.query(sql`DELETE FROM instances`);
    now = testStart;
  });
  afterEach(async () => {
    for (const lease of leases.splice(0)) await lease.close();
  });
  afterAll(() => ctx.close());

  async function startInstance(db = ctx.db): Promise<{ lease: InstanceLease; extranonces: Extranonce1Pool }> {
    let last = 0;
    const extranonces = createExtranonce1Pool(() => ++last);
    const lease = await holdInstanceLease({
      ctx: { db },
      extranonces,
      newHolder: randomUUID,
      now: () => now,
      steadyNow: () => now,
      log: { ...silentLog, info: () => undefined },
      renewMs: 1_000_000,
    });
    leases.push(lease);
    return { lease, extranonces };
  }

  /** What a miner reads as its extranonce1, as a session of this process tells it. */
  function subscribe(extranonces: Extranonce1Pool, resumed?: string): string {
    const own = extranonces.take();
    if (own === undefined) throw new Error('no number is left');
    const env: BitcoinEnv = {
      ...buildEnv(),
      resume: (wanted, given) => {
        const grants = extranonces.claim(wanted, port);
        if (grants !== undefined) extranonces.giveBack(given);
        return grants;
      },
    };
    const params = JSON.stringify(resumed === undefined ? ['rig/1.0'] : ['rig/1.0', resumed]);
    const message = readMessage(`{"id":1,"method":"mining.subscribe","params":${params}}`);
    const { replies } = step(newSession(own), message, env);
    const { result } = JSON.parse(replies[0] ?? '') as { result: [unknown, string, number] };
    return result[1];
  }

  it('keeps 5,000 sessions each of two processes apart, whatever comes, goes and asks for another one back [I5]', async () => {
    const processes = await Promise.all([startInstance(), startInstance()]);
    const live: [Set<string>, Set<string>] = [new Set(), new Set()];
    const all = (): Set<string> => new Set([...live[0], ...live[1]]);
    for (const [index, { extranonces }] of processes.entries()) {
      for (let session = 0; session < 5000; session += 1)
        live[index === 0 ? 0 : 1].add(subscribe(extranonces));
    }
    expect(all().size).toBe(10_000);

    // A third of each hangs up; half of those come back to the wrong process with what they had, the others to theirs.
    const gone = live.map((own, index) => {
      const leavers = [...own].filter((_, place) => place % 3 === 0);
      for (const text of leavers) {
        own.delete(text);
        processes[index]?.extranonces.giveBack(Number.parseInt(text, 16), port);
      }
      return leavers;
    });
    for (const [index, own] of [live[0], live[1]].entries()) {
      const [mine, theirs] = [gone[index] ?? [], gone[1 - index] ?? []];
      const wanted = mine.flatMap((text, place) => (place % 2 === 0 ? text : (theirs[place] ?? [])));
      for (const text of wanted) {
        const pool = processes[index]?.extranonces;
        if (pool === undefined) throw new Error('there are two processes');
        const given = subscribe(pool, text);
        if (mine.includes(text)) expect(given).toBe(text);
        else expect(given.slice(0, 2)).not.toBe(text.slice(0, 2));
        own.add(given);
      }
    }
    expect([live[0].size, live[1].size]).toEqual([5000, 5000]);
    expect(all().size).toBe(10_000);
    expect(new Set([...live[0]].map((text) => text.slice(0, 2))).size).toBe(1);
  });

  it('says how many processes are there: a killed one is counted for half a minute', async () => {
    expect(await countInstances(ctx, now)).toBe(0);
    await startInstance();
    const { lease } = await startInstance();
    expect(await countInstances(ctx, now)).toBe(2);
    now += 20_000;
    await lease.keep();
    expect(await countInstances(ctx, now)).toBe(2);
    now += 10_000;
    expect(await countInstances(ctx, now)).toBe(1);
  });

  it('is a different one for each of many that start at once', async () => {
    const numbers = await Promise.all(
      Array.from({ length: 20 }, () => leaseInstance(ctx, randomUUID(), testStart)),
    );
    expect(new Set(numbers).size).toBe(20);
    expect(numbers.toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });

  it('is free again when its process stops', async () => {
    const first = await startInstance();
    const second = await startInstance();
    await first.lease.close();
    leases.splice(leases.indexOf(first.lease), 1);
    expect(subscribe((await startInstance()).extranonces)).toMatch(/^00/);
    expect(subscribe(second.extranonces)).toMatch(/^01/);
  });

  it('goes to another process only half an hour after its lease ran out, the longest dead first, and never while it is renewed', async () => {
    const [renewing, dying] = [randomUUID(), randomUUID()];
    await leaseInstance(ctx, renewing, now);
    await leaseInstance(ctx, dying, now + 5000);
    await ctx.db.query(sql`
      INSERT INTO instances (number, holder, leased_at, expires_at)
      SELECT number, gen_random_uuid(), ${new Date(now)}, ${new Date(now + 100 * minute)}
        FROM generate_series(2, 255) AS number`);
    for (const later of [0, 1, 20, 31]) {
      expect(await renewInstance(ctx, renewing, now + later * minute)).toBe('renewed');
      expect(await leaseInstance(ctx, randomUUID(), now + later * minute)).toBeUndefined();
    }
    const [one, other] = await Promise.all(
      [randomUUID(), randomUUID()].map((holder) => leaseInstance(ctx, holder, now + 31 * minute + 5000)),
    );
    expect([one, other].filter((number) => number !== undefined)).toEqual([1]);
    expect(await renewInstance(ctx, dying, now + 32 * minute)).toBe('lost');
    expect(await renewInstance(ctx, renewing, now + 32 * minute)).toBe('renewed');
  });

  it('ends every session of a process that lost it, which goes on with another one', async () => {
    const { lease, extranonces } = await startInstance();
    let ended = 0;
    extranonces.onRetire(() => {
      ended += 1;
    });
    expect(subscribe(extranonces)).toBe('00000001');
    await ctx.db.query(sql`UPDATE instances SET holder = ${randomUUID()}`);
    await lease.keep();
    expect([ended, extranonces.taken]).toEqual([1, 0]);
    expect(subscribe(extranonces)).toBe('01000002');
    // An old session that ends late takes nothing away from the new ones.
    extranonces.giveBack(0x00000002);
    expect(extranonces.taken).toBe(1);
  });

  it('leases one number and not two where its turns meet, because the database took long [I5]', async () => {
    const { lease, extranonces } = await startInstance();
    let begun = 0;
    extranonces.onBegin(() => {
      begun += 1;
    });
    await ctx.db.query(sql`UPDATE instances SET holder = ${randomUUID()}`);
    await Promise.all([lease.keep(), lease.keep()]);
    expect(begun).toBe(1);
    expect(await ctx.db.query(sql`SELECT 1 FROM instances`)).toHaveLength(2);
  });

  it('outlives a database that is away for five minutes, and gives up ten minutes before another process may take over', async () => {
    let isAway = false;
    const { lease, extranonces } = await startInstance({
      ...ctx.db,
      query: (statement) =>
        isAway ? Promise.reject(new Error('the database is away')) : ctx.db.query(statement),
    });
    isAway = true;
    now += 5 * minute;
    await lease.keep();
    expect(subscribe(extranonces)).toBe('00000001');
    isAway = false;
    await lease.keep();
    isAway = true;
    now += keepMs - 1;
    await lease.keep();
    expect(subscribe(extranonces)).toBe('00000002');
    now += 1;
    await lease.keep();
    expect(extranonces.take()).toBeUndefined();
    isAway = false;
    await lease.keep();
    expect(subscribe(extranonces)).toBe('01000003');
  });

  it('is refused aloud when all are taken', async () => {
    await ctx.db.query(sql`
      INSERT INTO instances (number, holder, leased_at, expires_at)
      SELECT number, gen_random_uuid(), ${new Date(now)}, ${new Date(now + minute)}
        FROM generate_series(0, 255) AS number`);
    await expect(startInstance()).rejects.toThrow('all 256 instance numbers are in use');
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseUserString } from '@openlode/mining/user-string';
import { findCoin } from '@openlode/catalogue/coins';
import { allFamilies } from '@openlode/mining/families/all-families';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FaultProxy } from '../../../../../testing/fault-proxy.ts';
import type { Database } from '../../runtime/database/database.ts';
import { openPostgres } from '../../runtime/database/postgres-database.ts';
import { createTestPostgres, testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { patient } from '../../runtime/database/testing/patient.ts';
import { silentLog } from '../../edges/stratum/testing/listener-kit.ts';
import { openWriteAheadLog } from '../../edges/stratum/write-ahead-log.ts';
import { ShareAccumulator } from '../../edges/stratum/share-accumulator.ts';
import { isLedgerSound, checkLedger } from '../ledger/check-ledger.ts';
import { dogeMiner } from '../testing/build-work.ts';
import { testStart } from '../testing/create-test-context.ts';
import { recordBatches } from './record-work.ts';

describe.runIf(testEngines().includes('postgres'))('work whose COMMIT is cut off', () => {
  let directory: string;
  let copy: Awaited<ReturnType<typeof createTestPostgres>>;
  let proxy: FaultProxy;
  let db: Database;
  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openlode-commit-'));
    copy = await createTestPostgres();
    const { hostname, port } = new URL(copy.url);
    proxy = await FaultProxy.start({ host: hostname, port: Number(port || 5432) });
    db = openPostgres(proxy.through(copy.url), 2, patient);
  });
  afterEach(async () => {
    await db.close();
    await proxy.close();
    await copy.drop();
    rmSync(directory, { recursive: true });
  });

  it('is recorded once: what is not known is tried again under the same id [S4]', async () => {
    const outcomes: (string | number)[] = [];
    const ctx = {
      db,
      clock: { now: () => testStart },
      publisher: { publish: () => undefined },
      secret: new Uint8Array(32).fill(1),
    };
    const writeAheadLog = await openWriteAheadLog(join(directory, 'spool.jsonl'));
    const accumulator = new ShareAccumulator({
      algorithm: 'sha256',
      record: async (batches) => {
        const outcome = await recordBatches(ctx, batches).catch(() => 'not known');
        outcomes.push(outcome === 0 ? 'already-recorded' : outcome);
        if (outcome === 'not known') throw new Error('the connection died');
      },
      newId: () => crypto.randomUUID(),
      log: silentLog,
      retryMs: { first: 5, max: 20 },
      writeAheadLog,
    });
    const outcome = parseUserString(`DOGE:${dogeMiner.address}.rig1`, {
      findCoin,
      validators: allFamilies,
      isExchangeAddress: () => false,
    });
    if (outcome.kind !== 'login') throw new Error(`no login: ${outcome.kind}`);
    const faults = ['lose-answer', 'lose-commit', 'lose-answer', 'lose-answer'] as const;
    proxy.breakCommits(...faults);
    for (let share = 0; share < faults.length; share += 1) {
      accumulator.add(outcome.login, 100n, testStart);
      await accumulator.flush();
    }
    expect(proxy.commitsCut).toBe(4);
    // A lost answer had been recorded after all, a lost COMMIT had not, and a retry may be hit again.
    expect(outcomes.filter((each) => each === 'not known').length).toBe(4);
    expect(outcomes.filter((each) => each === 'already-recorded').length).toBeGreaterThanOrEqual(1);
    const ledger = await checkLedger(ctx);
    expect(ledger.work.batches).toBe(400n);
    expect(isLedgerSound(ledger)).toBe(true);
    expect(await accumulator.close()).toBe(0);
    await writeAheadLog.close();
  });

  it('lets the process live when a connection dies between two statements', async () => {
    const dying = db.transaction(async (tx) => {
      await tx.query({ text: 'SELECT 1', values: [] } as never);
      proxy.setMode('refuse');
      await new Promise((resolve) => setTimeout(resolve, 50));
      await tx.query({ text: 'SELECT 1', values: [] } as never);
    });
    await expect(dying).rejects.toThrow();
    proxy.setMode('pass');
    expect(isLedgerSound(await checkLedger({ db }))).toBe(true);
  });
});

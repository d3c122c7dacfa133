import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { adminSocketName, openAdminSocket } from '../../edges/operator/admin-socket.ts';
import { suspended } from './check-database.ts';
import { askSuspensions } from './check-running.ts';

describe('what the doctor asks a running pool', () => {
  let dataDirectory: string;
  beforeEach(() => {
    dataDirectory = mkdtempSync(join(tmpdir(), 'openlode-doctor-'));
  });
  afterEach(() => rmSync(dataDirectory, { recursive: true }));

  it('names what is suspended by the socket of the commands, whatever port its health is on', async () => {
    const found = [{ network: 'asset:DOGE', reason: 'wallet-short', detail: 'x', since: 0 }];
    const asked: unknown[] = [];
    const admin = await openAdminSocket(join(dataDirectory, adminSocketName), {
      'suspensions list': async ({ input, actor }) => {
        asked.push([input, actor]);
        return found;
      },
    });
    expect(await askSuspensions({ dataDirectory, stratumProcesses: 1 })).toEqual(found);
    expect(asked).toEqual([[{}, 'doctor']]);
    await admin.close();
  });

  it('asks the first process that answers, where several of them take miners on the same ports', async () => {
    mkdirSync(join(dataDirectory, 'process-2'));
    const admin = await openAdminSocket(join(dataDirectory, 'process-2', adminSocketName), {
      'suspensions list': async () => [],
    });
    expect(await askSuspensions({ dataDirectory, stratumProcesses: 2 })).toEqual([]);
    expect(await askSuspensions({ dataDirectory, stratumProcesses: 1 })).toBe(
      'the pool does not answer commands',
    );
    await admin.close();
  });

  it('says why it does not know where no pool answers, or it refuses', async () => {
    expect(await askSuspensions({ dataDirectory, stratumProcesses: 1 })).toBe(
      'the pool does not answer commands',
    );
    const admin = await openAdminSocket(join(dataDirectory, adminSocketName), {});
    expect(suspended(await askSuspensions({ dataDirectory, stratumProcesses: 1 }))).toEqual([
      {
        state: 'warning',
        subject: 'payouts',
        found: expect.stringMatching(/^what is suspended is not known: ./),
        advice: expect.stringContaining('payouts may be suspended'),
      },
    ]);
    await admin.close();
  });
});

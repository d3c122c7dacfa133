import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AdminRefusal, connectAdmin } from './admin-client.ts';
import type { JsonSocket } from '../../runtime/json-socket.ts';
import { openAdminSocket } from './admin-socket.ts';

describe('the admin socket', () => {
  let directory: string;
  let path: string;
  let server: JsonSocket | undefined;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'openlode-admin-'));
    path = join(directory, 'admin.sock');
  });
  afterEach(async () => {
    await server?.close();
    server = undefined;
    rmSync(directory, { recursive: true });
  });

  it('answers its owner, one line at a time, and keeps answering after a refusal', async () => {
    server = await openAdminSocket(path, {
      double: async ({ number }) => Number(number) * 2,
      fail: () => Promise.reject(new Error('the disk is full')),
    });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const admin = await connectAdmin(path);
    expect(await admin?.ask({ do: 'double', number: 21 })).toBe(42);
    await expect(admin?.ask({ do: 'fail' })).rejects.toThrow(AdminRefusal);
    await expect(admin?.ask({ do: 'fail' })).rejects.toThrow('the disk is full');
    await expect(admin?.ask({ do: 'toString' })).rejects.toThrow('no such request');
    await expect(admin?.ask({})).rejects.toThrow('no such request');
    expect(await admin?.ask({ do: 'double', number: 4 })).toBe(8);
    admin?.close();
  });

  it('is absent where no pool runs, and replaces one that was killed', async () => {
    expect(await connectAdmin(path)).toBeUndefined();
    writeFileSync(path, '');
    server = await openAdminSocket(path, { hello: async () => 'here' });
    const admin = await connectAdmin(path);
    expect(await admin?.ask({ do: 'hello' })).toBe('here');
    const asking = admin?.ask({ do: 'hello' });
    expect(await asking).toBe('here');
    await server.close();
    server = undefined;
    await expect(admin?.ask({ do: 'hello' })).rejects.toThrow('hung up');
  });

  it('says so when the directory lies too deep for a socket', async () => {
    await expect(openAdminSocket(`/${'x'.repeat(120)}`, {})).rejects.toThrow('too long');
  });
});

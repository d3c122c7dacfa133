import { createServer } from 'node:net';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { SandboxWall } from '../domain/kernel/pool-kind.ts';
import { BrokenChain } from '../domain/ledger/refuse-broken-chain.ts';
import { TlsCertificateError } from '../edges/stratum/tls-certificate.ts';
import { NewerDatabase } from '../runtime/database/migrate.ts';
import { describeStartFault } from './start-fault.ts';

async function faultOf(attempt: () => unknown): Promise<unknown> {
  try {
    await attempt();
  } catch (error) {
    return error;
  }
  throw new Error('the attempt did not fail');
}

describe('a start that fails', () => {
  it('names wrong settings, and tells the supervisor that another start does not help', async () => {
    const error = await faultOf(() => readConfig({ OPENLODE_PORT: 'x' }, '/'));
    expect(describeStartFault(error)).toEqual({
      message: expect.stringContaining('OPENLODE_PORT must be a port from 1 to 65535'),
      exitCode: 78,
      isExpected: true,
    });
    expect(describeStartFault(new TlsCertificateError('a.pem: expired'))).toEqual({
      message: 'a.pem: expired',
      exitCode: 78,
      isExpected: true,
    });
  });

  it.each([
    new BrokenChain('The ledger was changed from outside'),
    new SandboxWall('A sandbox has no rails of its own'),
  ])('is not begun again by the supervisor where only an operator can help: %s', (error) => {
    const { message } = error;
    expect(describeStartFault(error)).toEqual({ message, exitCode: 78, isExpected: true });
  });

  it('names a port that another program holds', async () => {
    const first = createServer().listen(0, '127.0.0.1');
    await once(first, 'listening');
    const { port } = first.address() as { port: number };
    const second = createServer();
    second.listen(port, '127.0.0.1');
    const [error] = (await once(second, 'error')) as [Error];
    first.close();
    expect(describeStartFault(error)).toEqual({
      message: `127.0.0.1:${port} is in use by another program. Stop that program, or set OPENLODE_PORT, OPENLODE_OPS_PORT or OPENLODE_STRATUM_BASE.`,
      exitCode: 1,
      isExpected: true,
    });
  });

  it('names the file that may not be read, also behind another error', () => {
    const denied = Object.assign(new Error('EACCES: permission denied'), {
      code: 'EACCES',
      path: '/data/secret',
    });
    const sentence =
      'This user may not read or write /data/secret: give the file to the user that the pool runs as.';
    expect(describeStartFault(denied).message).toBe(sentence);
    expect(describeStartFault(new Error('cannot start', { cause: denied })).message).toBe(sentence);
  });

  it('names a database that is away, refuses the password or does not exist', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), {
      code: 'ECONNREFUSED',
      address: '127.0.0.1',
      port: 5432,
    });
    expect(describeStartFault(new AggregateError([refused])).message).toBe(
      'Nothing answers at 127.0.0.1:5432: start the database, or correct DATABASE_URL or REDIS_URL.',
    );
    const coded = (code: string, message: string) => Object.assign(new Error(message), { code });
    expect(
      describeStartFault(coded('28P01', 'password authentication failed for user "openlode"')).message,
    ).toBe(
      'The database refuses the user or password of DATABASE_URL: password authentication failed for user "openlode".',
    );
    expect(describeStartFault(coded('3D000', 'database "openlode" does not exist')).message).toBe(
      'The database of DATABASE_URL does not exist: database "openlode" does not exist. Create it: createdb --owner=USER NAME.',
    );
  });

  it('says how to go on from a database of a newer release, which no other start repairs', () => {
    expect(describeStartFault(new NewerDatabase('0999-later.sql'))).toEqual({
      message:
        'This database is of a newer release: it has migration 0999-later.sql, which this one does not know. Start that release again, or restore the backup that was made before the upgrade.',
      exitCode: 78,
      isExpected: true,
    });
  });

  it('keeps a fault of the program apart, so that its stack is printed', async () => {
    expect(describeStartFault(new TypeError('x is not a function'))).toEqual({
      message: 'x is not a function',
      exitCode: 1,
      isExpected: false,
    });
    expect(describeStartFault(await faultOf(() => readFile('/nowhere/at/all'))).isExpected).toBe(false);
  });
});

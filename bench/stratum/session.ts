import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BenchProcess } from '../support/bench-process.ts';
import { createScratchPostgres, postgresServer } from '../../testing/scratch-postgres.ts';
import type { LoadVerbs, ServerVerbs } from './verbs.ts';

export type Side = 'ours' | 'reference';

/** A fresh server and a fresh load generator, connected. */
export interface BenchSession extends AsyncDisposable {
  readonly server: BenchProcess<ServerVerbs>;
  readonly load: BenchProcess<LoadVerbs>;
  readonly port: number;
}

export interface SessionOptions {
  /** Where the bundled processes are. */
  readonly folder: string;
  readonly side: Side | 'relayed';
  readonly connections: number;
  readonly merkleBranches: number;
}

export async function openSession(options: SessionOptions): Promise<BenchSession> {
  const directory = await mkdtemp(join(tmpdir(), 'openlode-bench-'));
  const database = postgresServer === undefined ? undefined : await createScratchPostgres(postgresServer);
  const server = new BenchProcess<ServerVerbs>(join(options.folder, `${options.side}.js`));
  const load = new BenchProcess<LoadVerbs>(join(options.folder, 'load.js'));
  const end = async (): Promise<void> => {
    await Promise.all([server.end(), load.end()]);
    await database?.drop();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const { port } = await server.ask('start', {
      merkleBranches: options.merkleBranches,
      databaseUrl: database?.url,
      dataDirectory: join(directory, 'data'),
    });
    await load.ask('connect', { port, connections: options.connections });
    return { server, load, port, [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    throw error;
  }
}

import cluster from 'node:cluster';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createScratchPostgres } from '../../testing/scratch-postgres.ts';
import { BenchProcess, benchArguments } from '../support/bench-process.ts';
import type { ServerVerbs } from '../stratum/verbs.ts';

const startMs = 60_000;

/** The pool's stratum edge in several processes on one port and one database, shared as the pool shares its ports. */
export interface ServingProcesses extends AsyncDisposable {
  readonly port: number;
  /** Asks all of them at once. */
  ask<Verb extends 'memory' | 'job' | 'cpu'>(
    verb: Verb,
  ): Promise<readonly Awaited<ReturnType<ServerVerbs[Verb]>>[]>;
  /** Everything that any of them acknowledged is recorded. Answers how many shares the database has. */
  recordedShares(): Promise<number>;
  /** How many files each of them has open, nearly all of them connections. */
  openFiles(): readonly number[];
}

/** `folder` holds the bundled processes, `server` is a PostgreSQL server. */
export async function openServingProcesses(
  folder: string,
  server: string,
  count: number,
): Promise<ServingProcesses> {
  const directory = await mkdtemp(join(tmpdir(), 'openlode-bench-'));
  const database = await createScratchPostgres(server);
  const file = join(folder, 'ours.js');
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: file, args: [], execArgv: [...benchArguments], serialization: 'advanced' });
  const children = Array.from({ length: count }, () => cluster.fork().process);
  // What is asked before they listen is lost.
  const listening = children.map((child) => once(child, 'message', { signal: AbortSignal.timeout(startMs) }));
  const processes = children.map((child) => new BenchProcess<ServerVerbs>(file, {}, child));
  const end = async (): Promise<void> => {
    await Promise.all(processes.map((each) => each.end()));
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    await Promise.all(listening);
    let port = 0;
    // One after the other: the first one makes the tables.
    for (const [index, each] of processes.entries()) {
      const started = await each.ask('start', {
        merkleBranches: 12,
        databaseUrl: database.url,
        dataDirectory: join(directory, `process-${index + 1}`),
        isLimited: true,
      });
      if (port !== 0 && started.port !== port) throw new Error('the processes have different ports');
      port = started.port;
    }
    return {
      port,
      ask: (verb) => Promise.all(processes.map((each) => each.ask(verb, undefined))),
      async recordedShares() {
        for (const each of processes) await each.ask('flush', undefined);
        return (await processes[0]?.ask('audit', undefined)) ?? 0;
      },
      openFiles: () => children.map(({ pid }) => readdirSync(`/proc/${pid}/fd`).length),
      [Symbol.asyncDispose]: end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

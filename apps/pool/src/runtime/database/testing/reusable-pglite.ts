import { PGlite } from '@electric-sql/pglite';
import { readFile } from 'node:fs/promises';
import { inject } from 'vitest';
import { type IsUntouched, mayChangeSchema, watchSchema } from './empty-database.ts';
import { addSurgery, emptyEmbedded, surgery } from './empty-embedded.ts';
import { openPgliteConnection } from '../pglite-connection.ts';
import type { Connection } from '../single-connection-database.ts';

const idle: Watched[] = [];

interface Watched {
  readonly connection: Connection;
  readonly isUntouched: IsUntouched;
}

/**
 * A PGlite with the schema of today and nothing in it. Making one costs more than most tests, so a closed one is emptied and
 * given to the next who asks, unless its schema is another by then.
 */
export async function reusablePglite(): Promise<Connection> {
  const watched = idle.pop() ?? (await watch(await openFromDump()));
  const { connection, isUntouched } = watched;
  let mayDiffer = false;
  const look = (text: string): void => {
    mayDiffer ||= mayChangeSchema(text);
  };
  return {
    query: (text, values) => {
      look(text);
      return connection.query(text, values);
    },
    execute: (script) => {
      look(script);
      return connection.execute(script);
    },
    close: async () => {
      if (mayDiffer && !(await isUntouched(rowsOf(connection)))) return connection.close();
      await emptyEmbedded({ ask: rowsOf(connection), execute: (script) => connection.execute(script) });
      idle.push(watched);
    },
  };
}

async function watch(connection: Connection): Promise<Watched> {
  return { connection, isUntouched: await watchSchema('pglite', rowsOf(connection)) };
}

/**
 * Without it a statement is planned for each of its first five runs, and hardly one of a test runs six times: a quarter of what the suites of money
 * take was that. Plans decide how long an answer takes, not what it is.
 */
const plannedOnce = ['-c', 'plan_cache_mode=force_generic_plan'];

/** One suite asks what another has asked: to parse and plan a statement takes four times as long as to run it. */
const keptParsed = { statementsMax: 4000, runsOfAPlan: 20_000 };

async function openFromDump(): Promise<Connection> {
  const connection = await openPgliteConnection({
    loadDataDir: await migratedDump(),
    startParams: [...PGlite.defaultStartParams, ...plannedOnce],
    extensions: surgery,
    ...keptParsed,
  });
  await addSurgery(connection);
  return connection;
}

/** As the pool opens it, for suites about the connection itself. */
export async function usualPglite(): Promise<Connection> {
  return openPgliteConnection({ loadDataDir: await migratedDump() });
}

async function migratedDump(): Promise<Blob> {
  return new WholeBlob(await readFile(inject('migratedDump')));
}

/** Hands its bytes out as they are: a `Blob` of 30 MB is put together from chunks, which takes as long as half of the opening. */
class WholeBlob extends Blob {
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    super([]);
    this.#bytes = bytes;
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = this.#bytes;
    return Promise.resolve(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer);
  }
}

function rowsOf(connection: Connection): (text: string) => Promise<unknown[]> {
  return (text) => connection.query(text, []);
}

import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import type { Connection } from './single-connection-database.ts';

const int8 = 20;
const timestamptz = 1184;
const numeric = 1700;

/** Opens PGlite in this thread. The pool runs it in a worker; suites run it beside themselves, in memory, from a dump. */
export async function openPgliteConnection(
  options: PGliteOptions,
): Promise<Connection & { dump(): Promise<Blob> }> {
  const pglite = await PGlite.create({
    ...options,
    parsers: { [int8]: BigInt, [numeric]: BigInt, [timestamptz]: (text: string) => new Date(text) },
  });
  return {
    query: async (text, values) => (await pglite.query<unknown>(text, values)).rows,
    execute: async (script) => {
      await pglite.exec(script);
    },
    close: () => pglite.close(),
    dump: () => pglite.dumpDataDir('gzip'),
  };
}

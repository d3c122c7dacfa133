import { type messages, PGlite, type PGliteOptions, protocol, types } from '@electric-sql/pglite';
import type { Connection } from './single-connection-database.ts';
import { statementNames } from './statement-names.ts';

const int8 = 20;
const timestamptz = 1184;
const numeric = 1700;

const { serialize } = protocol;

/** PGlite has no autovacuum: without this, a plan made for the few rows of the first hour would never be replaced. */
const usualRunsOfAPlan = 5000;

/** A statement that PGlite has parsed: what it takes and what its rows are made of. */
interface Prepared {
  readonly name: string;
  readonly parameterTypes: readonly number[];
  readonly columns: readonly messages.Field[];
}

interface PgliteConnectionOptions extends PGliteOptions {
  /** The most statements that it keeps parsed; as many as a connection to PostgreSQL where it is left out. */
  readonly statementsMax?: number;
  /** After how many of them they are planned again. */
  readonly runsOfAPlan?: number;
}

/**
 * Opens PGlite in this thread. The pool runs it in a worker; suites run it beside themselves, in memory, from a dump.
 *
 * PGlite's own `query` speaks six times to its engine for one statement and has it parsed and planned each time; here a statement is
 * parsed once and then costs one message, which is a third of the time. https://www.postgresql.org/docs/current/protocol-flow.html
 */
export async function openPgliteConnection({
  statementsMax,
  runsOfAPlan = usualRunsOfAPlan,
  ...options
}: PgliteConnectionOptions): Promise<Connection & { dump(): Promise<Blob> }> {
  const pglite = await PGlite.create({
    ...options,
    parsers: { [int8]: BigInt, [numeric]: BigInt, [timestamptz]: (text: string) => new Date(text) },
  });
  let nameOf = statementNames(statementsMax);
  const prepared = new Map<string, Prepared>();

  // What is in memory has no files to hand on to a disk.
  const syncToFs = options.dataDir !== undefined;
  const send = (...parts: Uint8Array[]): Promise<messages.BackendMessage[]> =>
    pglite.execProtocolStream(Buffer.concat([...parts, serialize.sync()]), { syncToFs });

  async function prepare(text: string): Promise<Prepared> {
    const known = prepared.get(text);
    if (known !== undefined) return known;
    const name = nameOf(text) ?? '';
    const answers = await send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }));
    const statement: Prepared = {
      name,
      parameterTypes: answers.find(isParameters)?.dataTypeIDs ?? [],
      columns: answers.find(isColumns)?.fields ?? [],
    };
    if (name !== '') prepared.set(text, statement);
    return statement;
  }

  let runs = 0;
  async function run(text: string, values: unknown[]): Promise<unknown[]> {
    runs += 1;
    const { name, parameterTypes, columns } = await prepare(text);
    const bound = values.map((value, index) => {
      if (value === null || value === undefined) return null;
      return pglite.serializers[parameterTypes[index] ?? 0]?.(value) ?? plainText(value);
    });
    const answers = await send(serialize.bind({ statement: name, values: bound }), serialize.execute({}));
    return answers.filter(isRow).map(({ fields }) => {
      const row: Record<string, unknown> = {};
      for (const [index, { name: column, dataTypeID }] of columns.entries()) {
        row[column] = types.parseType(fields[index] ?? null, dataTypeID, pglite.parsers);
      }
      return row;
    });
  }

  /** A change of the schema may change what a statement's rows are made of, and time how many there are. */
  async function forget(): Promise<void> {
    runs = 0;
    prepared.clear();
    nameOf = statementNames(statementsMax);
    await send(serialize.query('DEALLOCATE ALL'));
  }

  // A transaction may have two statements under way: without turns one would bind what the other has parsed.
  const query = (text: string, values: unknown[]): Promise<unknown[]> =>
    pglite.runExclusive(() => run(text, values));

  return {
    query,
    execute: async (script) => {
      if (transactionWords.has(script)) {
        if (script === 'BEGIN' && runs > runsOfAPlan) await pglite.runExclusive(forget);
        await query(script, []);
        return;
      }
      if (changesSchema.test(script)) await pglite.runExclusive(forget);
      await pglite.exec(script);
    },
    close: () => pglite.close(),
    dump: () => pglite.dumpDataDir('none'),
  };
}

function plainText(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  throw new TypeError('a value of this kind is not bound');
}

/** Where one of these words is a value the statements are parsed again, no more. */
const changesSchema = /\b(?:alter|create|drop)\b/i;

const transactionWords = new Set(['BEGIN', 'COMMIT', 'ROLLBACK']);

function isParameters(message: messages.BackendMessage): message is messages.ParameterDescriptionMessage {
  return message.name === 'parameterDescription';
}

function isColumns(message: messages.BackendMessage): message is messages.RowDescriptionMessage {
  return message.name === 'rowDescription';
}

function isRow(message: messages.BackendMessage): message is messages.DataRowMessage {
  return message.name === 'dataRow';
}

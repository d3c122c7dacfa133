import sql from 'sql-template-tag';
import { inject } from 'vitest';
import type { Database } from '../database.ts';
import { openPostgres } from '../postgres-database.ts';
import { singleConnectionDatabase } from '../single-connection-database.ts';
import { armTransactionGuard } from '../transaction-guard.ts';
import { emptyDatabase, type IsUntouched, watchSchema } from './empty-database.ts';
import { patient } from './patient.ts';
import { reusablePglite } from './reusable-pglite.ts';

armTransactionGuard();

export type Engine = Database['engine'];

/** The engines that suites run on: always PGlite, and PostgreSQL when `DATABASE_URL` names a server. */
export function testEngines(): Engine[] {
  return inject('postgres') === undefined ? ['pglite'] : ['pglite', 'postgres'];
}

/**
 * For suites that take seconds on each engine and ask nothing of either that smaller ones do not ask of both: the server where there is one,
 * and PGlite without. `npm run test:long` runs them on both.
 */
export function oneEngine(): Engine[] {
  return process.env['TEST_LONG'] === '1' ? testEngines() : testEngines().slice(-1);
}

let made = 0;

/** A fresh database with the schema of today and nothing in it. */
export async function createTestDatabase(engine: Engine): Promise<Database> {
  if (engine === 'pglite') return singleConnectionDatabase(await reusablePglite());
  const copy = idle.pop() ?? (await createTestPostgres());
  const database = openPostgres(copy.url, 10, patient);
  const isUntouched =
    copy.isUntouched ?? (await watchSchema('postgres', (text) => database.query(sql([text]))));
  return {
    ...database,
    close: async () => {
      await database.close();
      if (!(await emptied(copy.url, isUntouched))) return copy.drop();
      idle.push({ ...copy, isUntouched });
    },
  };
}

/** Copies that were emptied after their suite; what is left of them in the end goes with the template. */
const idle: Copy[] = [];

interface Copy {
  readonly url: string;
  /** Of a copy that a suite had before. */
  readonly isUntouched?: IsUntouched;
  drop(): Promise<void>;
}

async function emptied(url: string, isUntouched: IsUntouched): Promise<boolean> {
  const database = openPostgres(url, 1, patient);
  try {
    if (!(await isUntouched((text) => database.query(sql([text]))))) return false;
    await emptyDatabase((script) => database.execute(script));
    return true;
  } finally {
    await database.close();
  }
}

/** A PostgreSQL database with the schema of today, for suites that connect to it by themselves. */
export async function createTestPostgres(): Promise<Copy> {
  const postgres = inject('postgres');
  if (postgres === undefined) throw new Error('DATABASE_URL names no PostgreSQL server');
  made += 1;
  const name = `${postgres.template}_${process.pid}_${made}`;
  const server = openPostgres(postgres.url, 1, patient);
  await server.execute(`CREATE DATABASE ${name} TEMPLATE ${postgres.template}`);
  const address = new URL(postgres.url);
  address.pathname = `/${name}`;
  return {
    url: address.href,
    drop: async () => {
      await server.execute(`DROP DATABASE ${name} WITH (FORCE)`);
      await server.close();
    },
  };
}

import { join } from 'node:path';
import type { Logger } from 'pino';
import sql from 'sql-template-tag';
import type { PoolFiles } from './pool-files.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../domain/kernel/clock.ts';
import type { Database } from '../runtime/database/database.ts';
import type { DatabaseWatch } from '../runtime/database/database-watch.ts';
import { migrate, refuseMigrations } from '../runtime/database/migrate.ts';
import { refuseBrokenPooler } from '../runtime/database/refuse-broken-pooler.ts';
import { openDatabase } from '../runtime/database/open-database.ts';
import type { ClosingOrder } from './closing-order.ts';
import { awaitDatabase } from './await-database.ts';
import { refuseRetiredDirectory } from './data-directory-state.ts';
import { completeMove, refuseOtherLedger } from './refuse-other-ledger.ts';

/** Opens the database of the settings and brings it to this release, where this process may. */
export async function openMigrated(
  config: Config,
  files: PoolFiles,
  clock: Clock,
  {
    log,
    order,
    watch,
  }: { readonly log: Logger; readonly order: ClosingOrder; readonly watch: DatabaseWatch },
): Promise<Database> {
  refuseRetiredDirectory(config.sharedDirectory, config.databaseUrl);
  const db = await openDatabase({
    url: config.databaseUrl,
    directory: join(config.dataDirectory, 'database'),
    workerFile: files.databaseWorker,
    prepared: files.preparedDatabase,
    watch,
  });
  order.add('database', () => db.close());
  if (config.databaseUrl !== undefined) {
    await awaitDatabase(db, log);
    await refuseBrokenPooler(config.databaseUrl);
  }
  await refuseOtherLedger(db, { dataDirectory: config.sharedDirectory, url: config.databaseUrl });
  await completeMove(db, config.sharedDirectory);
  if (!config.mayMigrate) await refuseMigrations(db, files.migrations);
  const applied = await migrate(db, files.migrations, clock.now());
  const [server] = await db.query<{ version: string }>(
    sql`SELECT current_setting('server_version') AS version`,
  );
  log.info({ engine: db.engine, version: server?.version, applied }, 'the database is open');
  return db;
}

import { join } from 'node:path';
import type { Database } from '../runtime/database/database.ts';
import { claimSecret, refuseNewSecret } from '../domain/operations/claim-secret.ts';
import type { Clock } from '../domain/kernel/clock.ts';
import { findSecret, readSecret } from './secret-file.ts';

/**
 * Reads the secret of a data directory, or makes it for a new database. Throws `ForeignSecret` where the database was written with
 * another one, before anything of this process can be written under it.
 */
export async function openSecret(db: Database, clock: Clock, dataDirectory: string): Promise<Uint8Array> {
  const path = join(dataDirectory, 'secret');
  if (findSecret(path) === undefined) await refuseNewSecret(db, path);
  const secret = readSecret(path);
  await claimSecret({ db, clock, secret });
  return secret;
}

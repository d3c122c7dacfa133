import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { type AdminClient, connectAdmin } from '../../edges/operator/admin-client.ts';
import { adminSocketName } from '../../edges/operator/admin-socket.ts';
import { directoriesOfProcesses } from './process-settings.ts';

/** Connects to the first process of these settings that answers commands; undefined where none does. */
export async function connectPool(
  config: Pick<Config, 'dataDirectory' | 'stratumProcesses'>,
): Promise<AdminClient | undefined> {
  for (const directory of directoriesOfProcesses(config)) {
    const admin = await connectAdmin(join(directory, adminSocketName));
    if (admin !== undefined) return admin;
  }
  return undefined;
}

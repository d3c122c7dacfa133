import { basename, join } from 'node:path';
import type { Config } from '../../config.ts';
import { type AdminClient, connectAdmin } from '../../edges/operator/admin-client.ts';
import { adminSocketName } from '../../edges/operator/admin-socket.ts';
import { directoriesOfProcesses } from './process-settings.ts';

type Processes = Pick<Config, 'dataDirectory' | 'stratumProcesses'>;

/** Connects to the first process of these settings that answers commands; undefined where none does. */
export async function connectPool(config: Processes): Promise<AdminClient | undefined> {
  for await (const { admin } of connectProcesses(config)) return admin;
  return undefined;
}

interface ConnectedProcess {
  /** As its directory is called. */
  readonly name: string;
  readonly admin: AdminClient;
}

/** Connects to each process of these settings that answers commands, when it is asked for. */
export async function* connectProcesses(config: Processes): AsyncGenerator<ConnectedProcess> {
  for (const directory of directoriesOfProcesses(config)) {
    const admin = await connectAdmin(join(directory, adminSocketName));
    if (admin !== undefined) yield { name: basename(directory), admin };
  }
}

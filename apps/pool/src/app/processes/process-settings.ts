import { join } from 'node:path';
import type { Config } from '../../config.ts';

const numberArgument = '--process=';
const migrateArgument = '--may-migrate';

/** Which of several processes one is. */
export interface ProcessPlace {
  /** From 1 on. */
  readonly number: number;
  /** Whether it may bring the database to its release: only the first one of all, which no other runs beside. */
  readonly mayMigrate: boolean;
}

/** How a process is started as one of several; see `processPlace`. */
export function argumentsOf({ number, mayMigrate }: ProcessPlace): string[] {
  return [`${numberArgument}${number}`, ...(mayMigrate ? [migrateArgument] : [])];
}

/** Which of several processes this is; undefined for the one that starts them, and for a process by itself. */
export function processPlace(argv: readonly string[]): ProcessPlace | undefined {
  const argument = argv.find((each) => each.startsWith(numberArgument));
  if (argument === undefined) return undefined;
  return {
    number: Number(argument.slice(numberArgument.length)),
    mayMigrate: argv.includes(migrateArgument),
  };
}

/** The directory of one of several processes, in that of all. */
export function directoryOfProcess(dataDirectory: string, number: number): string {
  return join(dataDirectory, `process-${number}`);
}

/** The data directory of each process that runs with these settings. */
export function directoriesOfProcesses({
  dataDirectory,
  stratumProcesses,
}: Pick<Config, 'dataDirectory' | 'stratumProcesses'>): readonly string[] {
  if (stratumProcesses === 1) return [dataDirectory];
  return Array.from({ length: stratumProcesses }, (_, index) => directoryOfProcess(dataDirectory, index + 1));
}

/** The settings of one of several processes: a directory of its own in the data directory, and a port of its own for its health above that of the settings. */
export function configOfProcess(config: Config, { number, mayMigrate }: ProcessPlace): Config {
  const { sandboxControl } = config;
  return {
    ...config,
    dataDirectory: directoryOfProcess(config.dataDirectory, number),
    mayMigrate,
    opsPort: config.opsPort + number,
    // Its port would be that of all of them, and show now one and now another.
    operatorPage: undefined,
    sandboxControl: sandboxControl === undefined ? undefined : `${sandboxControl}-${number}`,
  };
}

/** The settings of each process that runs with these. */
export function configsOfProcesses(config: Config): readonly Config[] {
  const { stratumProcesses } = config;
  if (stratumProcesses === 1) return [config];
  return Array.from({ length: stratumProcesses }, (_, index) =>
    configOfProcess(config, { number: index + 1, mayMigrate: false }),
  );
}

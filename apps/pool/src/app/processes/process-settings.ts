import { join } from 'node:path';
import type { Config } from '../../config.ts';

const numberArgument = '--process=';

/** How a process is started as one of several; see `processNumber`. */
export function argumentOf(number: number): string {
  return `${numberArgument}${number}`;
}

/** Which of several processes this is, from 1 on; undefined for the one that starts them, and for a process by itself. */
export function processNumber(argv: readonly string[]): number | undefined {
  const argument = argv.find((each) => each.startsWith(numberArgument));
  return argument === undefined ? undefined : Number(argument.slice(numberArgument.length));
}

/** The settings of one of several processes: a directory of its own in the data directory, and a port of its own for its health above that of the settings. */
export function configOfProcess(config: Config, number: number): Config {
  const { sandboxControl } = config;
  return {
    ...config,
    dataDirectory: join(config.dataDirectory, `process-${number}`),
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
  return Array.from({ length: stratumProcesses }, (_, index) => configOfProcess(config, index + 1));
}

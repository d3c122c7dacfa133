import type { MiningProgram, ProgramAlgorithm, Transport } from './mining-program.ts';
import { fillTemplate, type TemplateValues } from './template-values.ts';

interface ConfigInput {
  readonly program: MiningProgram;
  readonly algorithm: ProgramAlgorithm;
  readonly transport: Transport;
  readonly values: TemplateValues;
}

export interface TextFile {
  readonly name: string;
  readonly content: string;
}

/** The configuration file that the program reads instead of a command line, or null where it reads none. */
export function buildConfigFile(input: ConfigInput): TextFile | null {
  const { config } = input.program;
  if (config === null) return null;
  const entries = config.entries.map(([key, value]) => [key, fillTemplate(value, input)] as const);
  if (config.format === 'json') {
    return { name: config.fileName, content: `${JSON.stringify(Object.fromEntries(entries))}\n` };
  }
  const section = config.section === null ? [] : [`[${fillTemplate(config.section, input)}]`];
  const lines = entries.map(([key, value]) => `${key}=${value.replaceAll(/[\0\r\n]/g, ' ')}`);
  return { name: config.fileName, content: `${[...section, ...lines].join('\n')}\n` };
}

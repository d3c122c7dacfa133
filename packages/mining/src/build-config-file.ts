import { certificateOption, fillTemplate, type TemplateInput } from './template-values.ts';

export interface TextFile {
  readonly name: string;
  readonly content: string;
}

/** The configuration file that the program reads instead of a command line, or null where it reads none. */
export function buildConfigFile(input: TemplateInput): TextFile | null {
  const { config } = input.program;
  if (config === null) return null;
  // `--cert=FILE` is the key `cert`: such a file takes the long names of the options.
  const [, key, value] = /^--([\w-]+)=(.+)$/.exec(certificateOption(input) ?? '') ?? [];
  const certificate = key === undefined || value === undefined ? [] : [[key, value] as const];
  const entries = [...config.entries, ...certificate].map(
    ([name, template]) => [name, fillTemplate(template, input)] as const,
  );
  if (config.format === 'json') {
    return { name: config.fileName, content: `${JSON.stringify(Object.fromEntries(entries))}\n` };
  }
  const section = config.section === null ? [] : [`[${fillTemplate(config.section, input)}]`];
  const lines = entries.map(([name, text]) => `${name}=${text.replaceAll(/[\0\r\n]/g, ' ')}`);
  return { name: config.fileName, content: `${[...section, ...lines].join('\n')}\n` };
}

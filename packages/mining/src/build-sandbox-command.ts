import type { OperatingSystem, Transport } from './mining-program.ts';
import { quoteCmd } from './quote-cmd.ts';
import { quoteShell } from './quote-shell.ts';
import { sandboxDefaultAlgorithm } from './sandbox-default.ts';
import type { TemplateValues } from './template-values.ts';
import { printUserString } from './user-string.ts';

export interface SandboxCommandInput {
  /** The catalogue's code, one whose work a sandbox checks. */
  readonly algorithm: string;
  readonly system: OperatingSystem;
  readonly transport: Transport;
  readonly values: TemplateValues;
}

/** The exact command of the pool's own client, which hashes in JavaScript: `scripts/mine.ts` reads these words. */
export function buildSandboxCommand({ algorithm, system, transport, values }: SandboxCommandInput): string {
  const quote = system === 'linux' ? quoteShell : (word: string) => quoteCmd(word, 'prompt');
  return [
    'npm run mine --',
    quote(printUserString(values)),
    String(values.port),
    `--host ${quote(values.host)}`,
    ...(algorithm === sandboxDefaultAlgorithm ? [] : [`--algorithm ${quote(algorithm)}`]),
    ...(transport === 'tls' ? ['--ssl'] : []),
  ].join(' ');
}

import type { ProgramFacts } from './mining-program.ts';
import type { ReadCommand } from './mining-command.ts';
import { sandboxDefaultAlgorithm } from './sandbox-default.ts';
import { splitWords } from './split-words.ts';

/** What the doctor knows of the pool's own client, which hashes in JavaScript: `scripts/mine.ts`. */
export const sandboxClient: ProgramFacts = {
  name: 'npm run mine',
  schemes: null,
  defaultAlgorithm: sandboxDefaultAlgorithm,
  defaultPort: 3433,
  ownCertificate: { kind: 'accepts', pin: null },
};

/** Where the client connects unless `--host` names another. */
const defaultHost = '127.0.0.1';
const valueOptions: ReadonlySet<string> = new Set(['--host', '--algorithm']);

/**
 * Reads `npm run mine -- USER [PORT] [--host HOST] [--algorithm NAME] [--ssl]`, as `buildSandboxCommand` writes it; null
 * for every other text. npm keeps the options in front of `--`, or all where there is no `--`. Pure; never throws.
 */
export function readSandboxCommand(text: string): ReadCommand | null {
  const found = /(?:^|\s)npm(?:\.cmd)?\s+run(?:-script)?\s+mine(?=\s|$)/i.exec(text);
  if (found === null) return null;
  const { places, options, keptByNpm } = sortWords(splitWords(text.slice(found.index + found[0].length)));
  const [user = null, port = ''] = places;
  return {
    isCommand: true,
    server: {
      scheme: null,
      host: options.get('--host') || defaultHost,
      port: /^\d{1,5}$/.test(port) ? Number(port) : null,
      tls: options.has('--ssl') ? { kind: 'asked', by: 'switch' } : { kind: 'not-asked', by: 'switch' },
    },
    namesServer: true,
    user,
    userPassword: null,
    userInUrl: null,
    algorithm: options.get('--algorithm') || null,
    coin: null,
    namesWorker: false,
    names: [sandboxClient.name],
    options: new Set(options.keys()),
    keptByNpm,
    asSecond: null,
    unread: null,
  };
}

interface SortedWords {
  /** What belongs to no option: the user, then the port. */
  readonly places: readonly string[];
  readonly options: ReadonlyMap<string, string>;
  /** The first option that the client never gets; null where it gets all. */
  readonly keptByNpm: string | null;
}

function sortWords(words: readonly string[]): SortedWords {
  const places: string[] = [];
  const options = new Map<string, string>();
  const end = words.indexOf('--');
  let keptByNpm: string | null = null;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--') continue;
    if (!word.startsWith('--')) {
      places.push(word);
      continue;
    }
    const [name = '', joined] = word.split(/=(.*)/s, 2);
    const takesNext = joined === undefined && valueOptions.has(name);
    const value = joined ?? (takesNext ? (words[at + 1] ?? '') : '');
    if (end < 0 || at < end) keptByNpm ??= name;
    else options.set(name, value);
    if (takesNext) at += 1;
  }
  return { places, options, keptByNpm };
}

import type { AskedTls, ReadCommand } from './mining-command.ts';
import { readSandboxCommand } from './read-sandbox-command.ts';
import { splitDual } from './split-dual.ts';
import { splitWords } from './split-words.ts';
import { unreadPart } from './unread-part.ts';
import { decodes, decodeUser } from './user-in-url.ts';

/** What the programs of the catalogue, and those that are built like them, call their options; in lower case. */
const serverOptions = ['-o', '-s', '-p', '--url', '--server', '--pool', '-pool1', '-pool', '--proxy'];
const portOptions = ['--port', '-n'];
const userOptions = ['-u', '--user', '--username', '--wallet', '-wallet', '-wal'];
/** The wallet of some programs; the worker of others, which have a user besides. */
const shortWallet = '-w';
/** Where the login is in two pieces. */
const workerOption = '-rigname';
const algorithmOptions = [
  '-a',
  '--algo',
  '--algorithm',
  '--algorithm-gpu',
  '--algorithm-cpu',
  '-algo',
  '--par',
];
/** Of the cpuminer family. Elsewhere `-O` is another option, for example with a number. */
const userPasswordOptions: ReadonlySet<string> = new Set(['-O', '--userpass']);
const tlsSwitches = ['--tls', '--ssl', '-usessl'];
/** Speaks TLS where the port does, unless it is told not to. */
const triesBoth = '-pool1';

const tlsSchemes = /(?:^|\+)(?:ssl|tls|tls12|tcps|stratums)$/i;

/**
 * Finds server and user in a mining command; a text that is no command is a user. A command that mines two algorithms at once
 * is two. Pure; never throws.
 */
export function readCommands(text: string): readonly [ReadCommand, ReadCommand?] {
  const sandbox = readSandboxCommand(text);
  if (sandbox !== null) return [sandbox];
  const isCommand = /:\/\/|(?:^|\s)-{1,2}[a-z]/i.test(text);
  if (!isCommand) return [{ ...bare, user: text === '' ? null : text }];
  const words = splitWords(text);
  const { first, second } = splitDual(words);
  if (second === undefined) return [{ ...readWords(first), unread: unreadPart(words, 1) }];
  return [
    { ...readWords(first), unread: unreadPart(words, 2) },
    { ...readWords(second.words), asSecond: second.options },
  ];
}

function readWords(words: readonly string[]): ReadCommand {
  const names = words
    .slice(0, namesMax)
    .filter((word) => !word.startsWith('-'))
    .map(programName);
  const options = firstOfSeveral(readOptions(words), names);
  const place = findPlace(words, options);
  const namesServer =
    words.some((word) => word.includes('://')) ||
    serverOptions.some((name) => !otherwiseUsed.has(name) && (options.get(name) ?? '') !== '');
  const { scheme = null, host = '', port = null } = place ?? {};
  const user = findUser(options);
  const inUrl = place?.user ?? null;
  return {
    isCommand: true,
    server: place === null ? null : { scheme, host, port, tls: askedTls(scheme, options) },
    namesServer,
    user:
      user ??
      (inUrl !== null && names.some((name) => decodes.has(name)) ? decodeUser(inUrl) : inUrl) ??
      (options.get(shortWallet) || null),
    userPassword: findUserPassword(words),
    userInUrl: user === null ? inUrl : null,
    algorithm: algorithmOptions.map((name) => options.get(name) ?? '').find((name) => name !== '') ?? null,
    coin: options.get('--coin') || null,
    namesWorker: ['-w', '--worker'].some((name) => user !== null && (options.get(name) ?? '') !== ''),
    names,
    options: new Set(options.keys()),
    keptByNpm: null,
    asSecond: null,
    unread: null,
  };
}

/** Of a server and a user: what the program goes to first. */
function firstOfSeveral(options: Options, names: readonly string[]): Options {
  const isSrbminer = names.some((name) => name.startsWith('srbminer'));
  if (!isSrbminer && !names.includes('rigel')) return options;
  return new Map(
    [...options].map(([name, value]) => [
      name,
      isSrbminer && severalOfSrbminer.has(name)
        ? (value.split(/[,!]/, 1)[0] ?? '')
        : value.replace(/^\[1\]/, ''),
    ]),
  );
}

/** Behind a comma, or an exclamation mark, stand the ones to go to when the first one fails. */
const severalOfSrbminer: ReadonlySet<string> = new Set(['--pool', '-o', '--wallet', '-u']);

const bare = {
  isCommand: false,
  server: null,
  namesServer: false,
  userPassword: null,
  userInUrl: null,
  algorithm: null,
  coin: null,
  namesWorker: false,
  names: [],
  options: new Set<string>(),
  keptByNpm: null,
  asSecond: null,
  unread: null,
};

/** `sudo nice -n 10 ./minerd …`: the program stands among the first words. */
const namesMax = 8;

/** `minerd` of `C:\\miners\\minerd.exe`. */
function programName(word: string): string {
  return word
    .slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1)
    .toLowerCase()
    .replace(/\.exe$/, '');
}

/** Capital `-O`: in lower case it is the server. */
function findUserPassword(words: readonly string[]): string | null {
  for (const [at, word] of words.entries()) {
    const [name, joined] = word.split(/=(.*)/s, 2);
    const value = joined ?? words[at + 1] ?? '';
    if (userPasswordOptions.has(name ?? '') && value.includes(':')) return value;
  }
  return null;
}

/** The first value of each option; empty where it has none. */
type Options = ReadonlyMap<string, string>;

function readOptions(words: readonly string[]): Options {
  const options = new Map<string, string>();
  for (const [at, word] of words.entries()) {
    const [, name, joined] = /^(-{1,2}[a-z][\w-]*)(?:=(.*))?$/is.exec(word) ?? [];
    const next = words[at + 1] ?? '';
    if (name === undefined || userPasswordOptions.has(name)) continue;
    const key = name.toLowerCase();
    if (!options.has(key)) options.set(key, joined ?? (next.startsWith('-') ? '' : next));
  }
  return options;
}

interface Place {
  readonly scheme: string | null;
  /** As it stands, with what is encoded for a URL. */
  readonly user: string | null;
  readonly host: string;
  /** Null where there is none. */
  readonly port: number | null;
}

function findPlace(words: readonly string[], options: Options): Place | null {
  const values = serverOptions.map((name) => options.get(name) ?? '');
  for (const value of values) {
    const place = readPlace(value);
    if (place !== null) return place;
  }
  const port = portOptions.map((name) => options.get(name) ?? '').find((value) => /^\d{1,5}$/.test(value));
  const host = values.find((value) => /^(?:[a-z0-9+]+:\/\/)?[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i.test(value));
  const apart = port === undefined || host === undefined ? null : readPlace(`${host}:${port}`);
  if (apart !== null) return apart;
  const url = words.find((word) => word.includes('://')) ?? '';
  const bareUrl = fromScheme(url);
  return readPlace(bareUrl) ?? findPortless(options, bareUrl);
}

/** A word from the scheme of its URL on: an option or a quote may be joined to it. */
function fromScheme(word: string): string {
  const end = Math.max(0, word.indexOf('://'));
  const letters = word
    .slice(Math.max(0, end - 32), end)
    .split(/[^a-z0-9+]/i)
    .at(-1);
  const scheme = letters?.replace(/^[0-9+]+/, '') ?? '';
  return word.slice(scheme === '' ? 0 : end - scheme.length);
}

/** Elsewhere the password and the scan time: a word without scheme is no server there. */
const otherwiseUsed: ReadonlySet<string> = new Set(['-p', '-s']);

/** `[scheme://][user@]host[:][/]`, a server without its port. */
function findPortless(options: Options, url: string): Place | null {
  const values = serverOptions
    .filter((name) => !otherwiseUsed.has(name))
    .map((name) => options.get(name) ?? '');
  for (const text of [url, ...values]) {
    const found = /^(?:([a-z][a-z0-9+]{1,20}):\/\/)?(?:(.{1,600})@)?([a-z0-9.-]{1,253}):?(?:\/|$)/i.exec(
      text,
    );
    if (found === null) continue;
    const [, scheme = null, user = null, host = ''] = found;
    return { scheme, user, host, port: null };
  }
  return null;
}

/** `[scheme://][user@]host:port` */
function readPlace(text: string): Place | null {
  const found =
    /^(?:([a-z][a-z0-9+]{1,20}):\/\/)?(?:(.{1,600})@)?([a-z0-9.-]{1,253}):(\d{1,5})(?:\/|$)/is.exec(text);
  if (found === null) return null;
  const [, scheme = null, user = null, host = '', port] = found;
  return { scheme, user, host, port: Number(port) };
}

function findUser(options: Options): string | null {
  const wallet = userOptions.map((name) => options.get(name) ?? '').find((value) => value !== '') ?? null;
  const worker = options.get(workerOption) ?? '';
  return wallet === null || worker === '' ? wallet : `${wallet}.${worker}`;
}

function askedTls(scheme: string | null, options: Options): AskedTls {
  if (scheme !== null && tlsSchemes.test(scheme)) return { kind: 'asked', by: 'scheme' };
  const name = tlsSwitches.find((each) => options.has(each));
  if (name !== undefined && !/^(?:0|off|false|no)$/i.test(options.get(name) ?? ''))
    return { kind: 'asked', by: 'switch' };
  if (scheme !== null) return { kind: 'not-asked', by: 'scheme' };
  return name === undefined && options.has(triesBoth)
    ? { kind: 'unknown' }
    : { kind: 'not-asked', by: 'switch' };
}

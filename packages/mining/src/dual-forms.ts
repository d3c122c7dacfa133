import { type DualOption, printOption, valuesOf, type Words } from './dual-options.ts';
import type { SecondOptions } from './second-options.ts';

/** How a program is told to mine a second algorithm in the same command. */
export interface DualForm extends SecondOptions {
  /** The words of two commands that would mine one each; undefined for a command of another form. */
  readonly split: (
    options: readonly DualOption[],
    words: Words,
  ) => readonly [first: Words, second: Words] | undefined;
}

/** A form with options of their own for the second algorithm. */
interface OwnOptions {
  /** Any of these makes it one; others of the program do not. */
  readonly marks: ReadonlySet<string>;
  /** What the second is told with, by what the first one has in its place. */
  readonly second: ReadonlyMap<string, string>;
  /** What is the first one's alone. */
  readonly first: ReadonlySet<string>;
  /** The value for the second half; null where it says nothing that a single command could. */
  readonly translate?: (name: string, value: string) => string | null;
  /** Takes the names of both apart, where one option has them. */
  readonly both?: {
    readonly options: ReadonlySet<string>;
    readonly cut: (text: string) => readonly [string, string | null];
  };
}

function splitByOptions(
  { marks, second: seconds, first: firsts, translate, both }: OwnOptions,
  options: readonly DualOption[],
): readonly [Words, Words] | undefined {
  if (!options.some(({ name }) => marks.has(name))) return undefined;
  const first: string[] = [];
  const second: string[] = [];
  for (const option of options) {
    const { name } = option;
    const values = valuesOf(option);
    const renamed = seconds.get(name);
    if (renamed !== undefined) {
      const [value = '', ...rest] = values;
      const translated = translate === undefined ? value : translate(name, value);
      if (translated !== null) second.push(renamed, ...(values.length === 0 ? [] : [translated, ...rest]));
    } else if (both?.options.has(name) === true) {
      const [one, two] = both.cut(values[0] ?? '');
      first.push(name, one);
      if (two !== null) second.push(name, two);
    } else if (firsts.has(name)) first.push(name, ...values);
    else {
      first.push(...printOption(option));
      second.push(...printOption(option));
    }
  }
  return [first, second];
}

const ofNbminer: OwnOptions = {
  marks: new Set(['-do', '--secondary-url', '-du', '--secondary-user']),
  second: new Map([
    ['-do', '-o'],
    ['--secondary-url', '--url'],
    ['-du', '-u'],
    ['--secondary-user', '--user'],
  ]),
  first: new Set(['-o', '--url', '-u', '--user']),
  both: {
    options: new Set(['-a', '--algo']),
    // `cuckoo_ae_ethash`: the second name stands behind the last line.
    cut(text) {
      const at = text.lastIndexOf('_');
      return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
    },
  },
};

/** @see trexminer/T-Rex, wiki, Dual mining */
const ofTrex: OwnOptions = {
  marks: new Set(['--dual-algo', '--lhr-algo']),
  second: new Map([
    ['--dual-algo', '--algo'],
    ['--lhr-algo', '--algo'],
    ['--url2', '--url'],
    ['--user2', '--user'],
  ]),
  first: new Set(['-a', '--algo', '-o', '--url', '-u', '--user', '-w', '--worker']),
};

/** What lolMiner calls its modes that mine one algorithm on some cards and another one on the others. */
const lolMinerModes: ReadonlyMap<string, string> = new Map([
  ['eth', 'ETHASH'],
  ['etc', 'ETCHASH'],
]);

/** @see Lolliedieb/lolMiner-releases, README, Dual Mining Options */
const ofLolminer: OwnOptions = {
  marks: new Set(['--dualpool', '--dualstratum', '--dualuser']),
  second: new Map([
    ['--dualmode', '--algo'],
    ['--dualpool', '--pool'],
    ['--dualstratum', '--pool'],
    ['--dualuser', '--user'],
    ['--dualtls', '--tls'],
  ]),
  first: new Set(['-a', '--algo', '-c', '--coin', '-p', '--pool', '-u', '--user', '--tls']),
  translate(name, value) {
    if (name !== '--dualmode') return value;
    return /dual$/i.test(value)
      ? value.slice(0, -'dual'.length)
      : (lolMinerModes.get(value.toLowerCase()) ?? null);
  },
};

/** Options of which each algorithm has a value: what a single command calls them, by their names. */
type Listed = ReadonlyMap<string, string>;

/** Two commands: what is not listed stands in both, and of the listed options each has its own. */
function splitByPlace(
  options: readonly DualOption[],
  listed: Listed,
  valueOf: (option: string, nth: 0 | 1) => string | undefined,
): readonly [Words, Words] {
  const shared = options.filter(({ name }) => !listed.has(name)).flatMap(printOption);
  const half = (nth: 0 | 1): Words => [
    ...shared,
    ...[...new Set(listed.values())].flatMap((option) => {
      const value = valueOf(option, nth);
      return value === undefined ? [] : [option, value];
    }),
  ];
  return [half(0), half(1)];
}

const listedOfSrbminer: Listed = new Map([
  ['--algorithm', '--algorithm'],
  ['-a', '--algorithm'],
  ['--algorithm-gpu', '--algorithm'],
  ['-ag', '--algorithm'],
  ['--algorithm-cpu', '--algorithm'],
  ['-ac', '--algorithm'],
  ['--pool', '--pool'],
  ['-o', '--pool'],
  ['--wallet', '--wallet'],
  ['-u', '--wallet'],
  ['--tls', '--tls'],
]);

/**
 * `--algorithm a;b --pool p;q --wallet v;w`, or each option once for each algorithm. Behind a comma (an exclamation mark, before) stand
 * the servers to go to when the first one fails.
 *
 * @see doktor83/SRBMiner-Multi, Parameters and examples.md
 */
function splitSrbminer(options: readonly DualOption[], words: Words): readonly [Words, Words] | undefined {
  const values = new Map<string, string[]>();
  for (const option of options) {
    const name = listedOfSrbminer.get(option.name);
    const [value = ''] = valuesOf(option);
    if (name !== undefined) values.set(name, [...(values.get(name) ?? []), ...value.split(';')]);
  }
  const algorithms = values.get('--algorithm') ?? [];
  const isJoined = options.some(
    (option) =>
      listedOfSrbminer.get(option.name) === '--algorithm' && valuesOf(option)[0]?.includes(';') === true,
  );
  // Other programs repeat their options for a server to go to when the first one fails.
  const isRepeated = algorithms.length > 1 && words.slice(0, 8).some((word) => /srbminer/i.test(word));
  if (!isJoined && !isRepeated) return undefined;
  return splitByPlace(options, listedOfSrbminer, (option, nth) => {
    const found = values.get(option) ?? [];
    return (found.length === 1 ? found[0] : found[nth])?.split(/[,!]/, 1)[0];
  });
}

const listedOfRigel: Listed = new Map([
  ['-a', '-a'],
  ['--algorithm', '-a'],
  ['-o', '-o'],
  ['--url', '-o'],
  ['-u', '-u'],
  ['--username', '-u'],
]);

/** `-a one+two -o [1]server -u [1]user -o [2]server -u [2]user`. @see the scripts that its archive holds */
function splitRigel(options: readonly DualOption[]): readonly [Words, Words] | undefined {
  const listed = options.flatMap((option) => {
    const name = listedOfRigel.get(option.name);
    const [, place, value = ''] = /^(?:\[(\d)\])?(.*)$/s.exec(valuesOf(option)[0] ?? '') ?? [];
    return name === undefined ? [] : [{ name, place, value }];
  });
  if (!listed.some(({ name, place }) => name !== '-a' && place === '2')) return undefined;
  return splitByPlace(options, listedOfRigel, (option, nth) => {
    const own = listed.filter(({ name }) => name === option);
    if (option === '-a') return own[0]?.value.split('+')[nth];
    return own.find(({ place }) => Number(place ?? 1) === nth + 1)?.value;
  });
}

/** A command has one of these forms at most. */
export const dualForms: readonly DualForm[] = [
  { server: '-do', user: '-du', split: (options) => splitByOptions(ofNbminer, options) },
  { server: '--url2', user: '--user2', split: (options) => splitByOptions(ofTrex, options) },
  { server: '--dualpool', user: '--dualuser', split: (options) => splitByOptions(ofLolminer, options) },
  { server: 'a second --pool', user: 'a second --wallet', split: splitSrbminer },
  { server: '-o [2]', user: '-u [2]', split: splitRigel },
];

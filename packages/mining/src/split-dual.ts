/** What NBMiner calls server and user of the second algorithm, and what the first one has in their place. */
const secondOptions: ReadonlyMap<string, string> = new Map([
  ['-do', '-o'],
  ['--secondary-url', '--url'],
  ['-du', '-u'],
  ['--secondary-user', '--user'],
]);
const firstOptions: ReadonlySet<string> = new Set(secondOptions.values());
const algorithmOptions: ReadonlySet<string> = new Set(['-a', '--algo']);

/** How the second half of such a command is told its server and its user. */
export const secondServerOption = '-do';
export const secondUserOption = '-du';

type Words = readonly string[];

/**
 * The words of a command that mines one algorithm; of one that mines two at once (`-a eaglesong_ethash`), the words of two
 * commands that would mine one each, in the same order. Pure; never throws.
 */
export function splitDual(words: Words): readonly [Words, Words?] {
  const options = takeOptions(words);
  if (!options.some(({ name }) => secondOptions.has(name))) return [words];
  const first: string[] = [];
  const second: string[] = [];
  for (const { name, joined, rest } of options) {
    const value = joined === null ? rest : [joined, ...rest];
    const renamed = secondOptions.get(name);
    if (renamed !== undefined) second.push(renamed, ...value);
    else if (firstOptions.has(name)) first.push(name, ...value);
    else if (algorithmOptions.has(name)) {
      const [one, two] = splitAlgorithms(value[0] ?? '');
      first.push(name, one);
      if (two !== null) second.push(name, two);
    } else {
      const same = joined === null ? [name, ...rest] : [`${name}=${joined}`, ...rest];
      first.push(...same);
      second.push(...same);
    }
  }
  return [first, second];
}

/** `cuckoo_ae_ethash`: the second name stands behind the last line. */
function splitAlgorithms(text: string): readonly [first: string, second: string | null] {
  const at = text.lastIndexOf('_');
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
}

interface Option {
  /** An option, or a word in front of the first one. */
  readonly name: string;
  /** Behind its `=`; null where there is none. */
  readonly joined: string | null;
  /** The words up to the next option. */
  readonly rest: readonly string[];
}

function takeOptions(words: readonly string[]): readonly Option[] {
  const options: (Option & { readonly rest: string[] })[] = [];
  for (const word of words) {
    const [, name, joined = null] = /^(-{1,2}[a-z][\w-]*)(?:=(.*))?$/is.exec(word) ?? [];
    const last = options.at(-1);
    if (name !== undefined) options.push({ name, joined, rest: [] });
    else if (last === undefined) options.push({ name: word, joined: null, rest: [] });
    else last.rest.push(word);
  }
  return options;
}

export type Words = readonly string[];

/** An option of a command with what stands behind it. */
export interface DualOption {
  /** The option, or a word in front of the first one. */
  readonly name: string;
  /** Behind its `=`; null where there is none. */
  readonly joined: string | null;
  /** The words up to the next option. */
  readonly rest: Words;
}

export function takeOptions(words: Words): readonly DualOption[] {
  const options: (DualOption & { readonly rest: string[] })[] = [];
  for (const word of words) {
    const [, name, joined = null] = /^(-{1,2}[a-z][\w-]*)(?:=(.*))?$/is.exec(word) ?? [];
    const last = options.at(-1);
    if (name !== undefined) options.push({ name, joined, rest: [] });
    else if (last === undefined) options.push({ name: word, joined: null, rest: [] });
    else last.rest.push(word);
  }
  return options;
}

/** The option as it was written. */
export function printOption({ name, joined, rest }: DualOption): Words {
  return joined === null ? [name, ...rest] : [`${name}=${joined}`, ...rest];
}

/** What stands behind the option, whether or not it is joined to it. */
export function valuesOf({ joined, rest }: DualOption): Words {
  return joined === null ? rest : [joined, ...rest];
}

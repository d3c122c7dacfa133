import { takeOptions, valuesOf, type Words } from './dual-options.ts';

/** How programs are told of a second algorithm, in a form that the doctor does not take apart or of which the rest is missing. */
const marks =
  /^--(?:dalgo|dserver|duser|dport|a2|p2|w2|kas|[a-z0-9]+_end|dualmode|dualpool|dualstratum|dualuser|url2|user2|dual-algo|lhr-algo)$/i;

/** Of which a command has one for each of its algorithms. */
const repeated = /^-algo$/i;

const algorithms = /^(?:-a|-ag|-ac|--algorithm|--algorithm-gpu|--algorithm-cpu)$/i;

/**
 * The option of a further algorithm that stands in a command and was not taken apart; null where there is none. `halves` is how many
 * algorithms were. Pure; never throws.
 */
export function unreadPart(words: Words, halves: 1 | 2): string | null {
  const options = takeOptions(words);
  if (halves === 1) {
    const mark = options.find(
      (option) => marks.test(option.name) && !/^(?:none|)$/i.test(valuesOf(option)[0] ?? 'x'),
    );
    if (mark !== undefined) return mark.name;
    const again = options.filter(({ name }) => repeated.test(name))[1];
    if (again !== undefined) return again.name;
  }
  const named = options.filter(({ name }) => algorithms.test(name));
  const count = named.reduce((sum, option) => sum + (valuesOf(option)[0] ?? '').split(/[;+]/).length, 0);
  const last = named.at(-1);
  return halves === 2 && count > 2 && last !== undefined ? last.name : null;
}

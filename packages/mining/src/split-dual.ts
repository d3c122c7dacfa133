import { dualForms } from './dual-forms.ts';
import { takeOptions, type Words } from './dual-options.ts';
import type { SecondOptions } from './second-options.ts';

export interface SplitCommand {
  readonly first: Words;
  /** Where it mines two algorithms at once. */
  readonly second?: { readonly words: Words; readonly options: SecondOptions };
}

/**
 * The words of a command that mines one algorithm; of one that mines two at once (`-a eaglesong_ethash`), the words of two
 * commands that would mine one each. Of three or more algorithms the first two are read. Pure; never throws.
 */
export function splitDual(words: Words): SplitCommand {
  const options = takeOptions(words);
  for (const { server, user, split } of dualForms) {
    const halves = split(options, words);
    if (halves !== undefined)
      return { first: halves[0], second: { words: halves[1], options: { server, user } } };
  }
  return { first: words };
}

/** A text up to this length is never shortened. */
const wholeLengthMax = 23;

/**
 * A long address with its middle left out. `charactersAtEachEnd` is 16 on wide screens and 9 on narrow ones; a text of
 * at most 23 characters, or one that the ends would cover, stays whole.
 */
export function trimMiddle(text: string, charactersAtEachEnd: number): string {
  if (text.length <= wholeLengthMax || text.length <= charactersAtEachEnd * 2) return text;
  return `${text.slice(0, charactersAtEachEnd)}…${text.slice(-charactersAtEachEnd)}`;
}

/** Letters whose name begins with a vowel sound: `an ETC address`, `an XRP address`, but `a UNI address`. */
const vowelNamedLetters = /^[AEFHILMNORSX]/;

/**
 * `a` or `an` before a ticker. A ticker with a vowel in second place is read as a word (`a SOL address`,
 * `a NEO address`), any other by its letters.
 */
export function articleBefore(symbol: string): 'a' | 'an' {
  const upper = symbol.toUpperCase();
  if (/^[^AEIOU][AEIOUY]/.test(upper)) return 'a';
  return vowelNamedLetters.test(upper) ? 'an' : 'a';
}

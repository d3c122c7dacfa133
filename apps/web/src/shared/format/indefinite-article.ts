/** Letters whose name begins with a vowel sound: `an ETC address`, `an XRP address`, but `a UNI address`. */
const vowelNamedLetters = /^[AEFHILMNORSX8]/;

/** Tickers and names that are read as a word although they begin with two consonants: `a SHIB address`, `a FLUX address`. */
const readAsWord = /^(?:[^AEIOU][AEIOUY]|(?:FL|FR|SH|SK|SL|ST|SW|TR)[AEIOUY])/;

/** Begin with the sound of `you` or `won`: `a USDT address`, `a ONE address`. */
const consonantSound = /^(?:U[NST]|ONE\b)/;

/** `a` or `an` before the ticker or the name of a coin, or another name that begins with one: `an NVIDIA RTX 3070 (stock)`. */
export function articleBefore(name: string): 'a' | 'an' {
  const [word = ''] = name.split(' ');
  const upper = word.toUpperCase();
  if (consonantSound.test(upper)) return 'a';
  const isRead = word !== upper;
  if (isRead) return /^[AEIOU8]/.test(upper) ? 'an' : 'a';
  if (readAsWord.test(upper)) return 'a';
  return vowelNamedLetters.test(upper) ? 'an' : 'a';
}

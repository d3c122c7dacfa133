/** Characters that no POSIX shell treats specially inside a word; some mean something at the start of one. */
const plain = /^[A-Za-z0-9_@:,./-][A-Za-z0-9_@%+=:,./#-]*$/;

/**
 * One word of a POSIX shell command: as it is where it is harmless, between single quotes otherwise. A NUL, which no
 * argument can hold, is left out.
 */
export function quoteShell(word: string): string {
  return plain.test(word) ? word : alwaysQuoteShell(word);
}

/** The word between quotes in any case; double ones where they are safe, because people expect them around a URL. */
export function alwaysQuoteShell(word: string): string {
  const text = word.replaceAll('\0', '');
  return /^[A-Za-z0-9_@%+=:,./# -]+$/.test(text)
    ? `"${text}"`
    : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Characters that neither cmd nor the C run-time of a Windows program treats specially inside a word. */
const plain = /^[A-Za-z0-9_@+:./#\\=-]+$/;

/** Where a cmd line is read: typed at the prompt, or from a batch file, where a percent sign is written twice. */
export type CmdPlace = 'prompt' | 'batch';

/**
 * One word of a Windows command: as it is where it is harmless, between double quotes otherwise. Line breaks, NUL and
 * the end-of-file mark, which no cmd line can hold, become spaces.
 */
export function quoteCmd(word: string, place: CmdPlace): string {
  return plain.test(word) ? word : alwaysQuoteCmd(word, place);
}

/** The word between quotes in any case. */
export function alwaysQuoteCmd(word: string, place: CmdPlace): string {
  const text = word.replaceAll(/[\0\r\n]/g, ' ').replaceAll('\u001a', ' ');
  const quoted = `"${escapeForProgram(text)}"`;
  if (place === 'batch') {
    return text.includes('"') ? escapeForCmd(quoted).replaceAll('%', '%%') : quoted.replaceAll('%', '%%');
  }
  return /["%]/.test(text) ? escapeForCmd(quoted) : quoted;
}

/** The C run-time wants `\"` for a quote, and backslashes doubled where a quote follows them. */
function escapeForProgram(text: string): string {
  return text.replaceAll(/(\\*)("|$)/g, (_match, slashes: string, quote: string) => {
    return `${slashes}${slashes}${quote === '' ? '' : '\\"'}`;
  });
}

/**
 * A quote inside the word would end cmd's own quoting, so every special character gets a caret and none is quoted. The
 * caret behind a percent sign makes the name of any variable one that does not exist, even with a `:modifier`.
 */
function escapeForCmd(text: string): string {
  return text.replaceAll(/["^&|<>()%!]/g, '^$&').replaceAll(/%(?!\^)/g, '%^');
}

/** The lines of a text, one at a time: a list of hundreds of thousands would stay in memory with it. */
export function* linesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    yield text.slice(from, end === -1 ? text.length : end);
    if (end === -1) return;
    from = end + 1;
  }
}

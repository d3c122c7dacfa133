/** What was asked for many transactions at one moment is asked once, ms. */
const briefMs = 5000;

/** An answer that is given again for a moment; what failed is asked again at once. */
export function rememberBriefly<T>(
  ask: () => Promise<T>,
  ran: () => number = () => performance.now(),
): () => Promise<T> {
  let last: { readonly at: number; readonly answer: Promise<T> } | undefined;
  return () => {
    if (last !== undefined && ran() - last.at < briefMs) return last.answer;
    const asked = { at: ran(), answer: ask() };
    last = asked;
    asked.answer.catch(() => {
      if (last === asked) last = undefined;
    });
    return asked.answer;
  };
}

/** How well the keywords of an article fit a question; higher is better, 0 where no phrase fits. */
export type PhraseRank = (terms: readonly string[]) => ReadonlyMap<string, number>;

const wholeQuestion = 100;

/**
 * Ranks articles by the phrases of their keywords: first those with a phrase that is the whole question, then those with the longest phrase
 * of two words or more whose words are all in the question, in any order. `termsOf` makes a text comparable: its words by stem, without fillers.
 */
export function rankByPhrases(
  keywords: ReadonlyMap<string, readonly string[]>,
  termsOf: (text: string) => readonly string[],
): PhraseRank {
  const phrases = [...keywords].flatMap(([slug, own]) =>
    own.map((phrase) => ({ slug, terms: new Set(termsOf(phrase)) })),
  );
  return (terms) => {
    const asked = new Set(terms);
    const ranks = new Map<string, number>();
    for (const { slug, terms: phrase } of phrases) {
      if (phrase.size === 0 || ![...phrase].every((term) => asked.has(term))) continue;
      const isWhole = phrase.size === asked.size;
      if (phrase.size === 1 && !isWhole) continue;
      const rank = phrase.size + (isWhole ? wholeQuestion : 0);
      ranks.set(slug, Math.max(rank, ranks.get(slug) ?? 0));
    }
    return ranks;
  };
}

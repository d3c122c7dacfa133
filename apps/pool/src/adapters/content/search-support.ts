import MiniSearch, { type SearchOptions, type SearchResult } from 'minisearch';
import { stemmer } from 'stemmer';
import type { MarkedText, SupportHead, SupportHit } from '../../domain/kernel/support.ts';
import { rankByPhrases } from './keyword-phrases.ts';
import { guidesCategory } from './mining-guides.ts';
import type { SearchedIndex } from './search-thread.ts';

const hitsMax = 40;
const excerptLength = 200;
/** Words of a question that are looked for. Each one more costs up to a millisecond, and no question needs it. */
const queryWordsMax = 6;
/** Answers that are kept, the one asked for longest ago goes first. */
const answersMax = 256;

/** Stop words of the search. */
const fillers = new Set(
  'a all am an and any are as at be been but by can did do does for from get had has have how i if in is it me much my no not of on or so still that the then there this to us was we were what when where which why will with yet you your'.split(
    ' ',
  ),
);

/** What else miners say for what is called so here, by stem: an article that has one word of a line is found by the others. */
const synonyms: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ['payout', 'withdraw', 'cashout'],
    ['minimum', 'threshold'],
    ['offlin', 'disconnect'],
    ['fee', 'charg', 'commiss'],
    ['imperson', 'scam', 'phish', 'fraud'],
    ['graphic', 'gpu'],
    ['processor', 'cpu'],
    ['tl', 'ssl'],
  ].flatMap((line) => line.map((stem) => [stem, line] as const)),
);

/** A payout is written in two words as well, and in any tense. */
const payoutPattern = /\bpa(?:ys?|yed|id|ying)[\s-]*outs?\b/giu;

/** Names of mining systems that people write in two words. */
const systemPattern = /\b(hive|rave|mmp)[\s-]+os\b/giu;

/** What a word is looked for by; null for one that says nothing. */
function termOf(word: string): string | null {
  const plain = word.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return fillers.has(plain) ? null : stemmer(plain);
}

const termsOfWords = new Map<string, readonly string[]>();

/** What a word of an article is found by. Kept, because a hit is marked word by word; articles have some thousand different ones. */
function termsOf(word: string): readonly string[] {
  let terms = termsOfWords.get(word);
  if (terms === undefined) {
    const term = termOf(word);
    terms = term === null ? [] : (synonyms.get(term) ?? [term]);
    termsOfWords.set(word, terms);
  }
  return terms;
}

const wordPattern = /[\p{L}\p{N}]+/gu;
const compoundPattern = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu;

/** The words of a text, and those with hyphens also as one: who looks for `sha256` means `SHA-256`. */
function searchWords(text: string): string[] {
  return [...text.matchAll(compoundPattern)].flatMap(([word]) =>
    word.includes('-') ? [...word.split('-'), word.replaceAll('-', '')] : [word],
  );
}

const options: SearchOptions = {
  boost: { title: 4, keywords: 4, shortText: 2 },
  weights: { fuzzy: 0.3, prefix: 0.15 },
  // Words of three letters and more match as prefixes, because the visitor is still typing; of five and more they tolerate one typing error.
  prefix: (term) => term.length >= 3,
  fuzzy: (term) => (term.length >= 5 ? 1 : false),
  // A hundred guides hold nearly the same words: they come after the article that explains one.
  boostDocument: (_slug, _term, stored) => (stored?.['category'] === guidesCategory ? 0.4 : 1),
};

const badlyMistyped: SearchOptions = { combineWith: 'AND', fuzzy: (term) => (term.length >= 5 ? 2 : 1) };
/** In a longer question some article has a word that is like each of them: that says nothing. */
const mistypedWordsMax = 2;

/** All words; else, of few, all of them badly mistyped; else those articles that have the most of them. */
function attemptsFor(words: number): readonly SearchOptions[] {
  return [
    { combineWith: 'AND' },
    ...(words <= mistypedWordsMax ? [badlyMistyped] : []),
    { combineWith: 'OR' },
    badlyMistyped,
  ];
}

/** Makes a search over titles and texts: by stems, with typing errors forgiven. */
export function searchSupport(book: SearchedIndex): (text: string) => readonly SupportHit[] {
  const index = new MiniSearch<{
    slug: string;
    title: string;
    shortText: string;
    keywords: string;
    text: string;
    category: string;
  }>({
    idField: 'slug',
    fields: ['title', 'shortText', 'keywords', 'text'],
    storeFields: ['category'],
    tokenize: searchWords,
    processTerm: (word) => [...termsOf(word)],
    searchOptions: {
      ...options,
      // As `wordsOfQuery` has put it together.
      tokenize: (query) => query.split(' '),
      processTerm: termOf,
    },
  });
  index.addAll(
    [...book.heads.values()].map(({ slug, title, shortText, category }) => ({
      slug,
      title,
      shortText,
      category,
      keywords: (book.keywords.get(slug) ?? []).join(' '),
      text: book.texts.get(slug) ?? '',
    })),
  );
  const ranksOf = rankByPhrases(book.keywords, (text) =>
    wordsOfQuery(text, Infinity).flatMap((word) => termsOf(word)[0] ?? []),
  );
  const find = (query: string): readonly SupportHit[] => {
    const words = query.split(' ');
    const found = attemptsFor(words.length)
      .map((more) => () => index.search(query, more))
      .reduce<readonly SearchResult[]>((best, attempt) => (best.length > 0 ? best : attempt()), []);
    const ranks = ranksOf(words.flatMap((word) => termsOf(word)[0] ?? []));
    const meant = index
      .search(query, { combineWith: 'OR', filter: ({ id }) => ranks.has(String(id)) })
      .toSorted((a, b) => (ranks.get(String(b.id)) ?? 0) - (ranks.get(String(a.id)) ?? 0));
    const others = found.filter(({ id }) => !ranks.has(String(id)));
    return [...meant, ...others].slice(0, hitsMax).flatMap(({ id, terms }) => {
      const article = book.heads.get(String(id));
      return article === undefined
        ? []
        : [hitOf(article, book.texts.get(article.slug) ?? '', new Set(terms))];
    });
  };
  const answers = new Map<string, readonly SupportHit[]>();
  return (text) => {
    const query = wordsOfQuery(text).join(' ');
    if (query === '') return [];
    const answer = answers.get(query) ?? find(query);
    answers.delete(query);
    answers.set(query, answer);
    for (const [oldest] of answers) {
      if (answers.size <= answersMax) break;
      answers.delete(oldest);
    }
    return answer;
  };
}

/** What is looked for: the first words of a question that say something. */
function wordsOfQuery(text: string, max = queryWordsMax): readonly string[] {
  const words =
    text
      .toLowerCase()
      .replaceAll(payoutPattern, 'payout')
      .replaceAll(systemPattern, '$1os')
      .match(wordPattern) ?? [];
  return [...new Set(words)].filter((word) => termOf(word) !== null).slice(0, max);
}

function hitOf(article: SupportHead, text: string, terms: ReadonlySet<string>): SupportHit {
  const own = markWords(article.shortText, terms);
  const isInShortText = own.some(({ hit }) => hit);
  return {
    article,
    title: markWords(article.title, terms),
    text: isInShortText ? own : markWords(excerpt(text, terms) ?? article.shortText, terms),
  };
}

/** The text around the first word that was found; undefined where none was. */
function excerpt(text: string, terms: ReadonlySet<string>): string | undefined {
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    if (!isHit(word, terms)) continue;
    const from = text.lastIndexOf(' ', Math.max(0, index - excerptLength / 4)) + 1;
    const start = index < excerptLength / 2 ? 0 : from;
    const cut = text.slice(start, start + excerptLength);
    const isWhole = start + excerptLength >= text.length;
    return `${start > 0 ? '… ' : ''}${isWhole ? cut : `${cut.replace(/\s\S*$/, '').trimEnd()} …`}`;
  }
  return undefined;
}

function isHit(word: string, terms: ReadonlySet<string>): boolean {
  return termsOf(word).some((term) => terms.has(term));
}

/** Neighbouring pieces of one kind are one piece. */
function markWords(text: string, terms: ReadonlySet<string>): MarkedText {
  const pieces: { text: string; hit: boolean }[] = [];
  const add = (piece: string, hit: boolean): void => {
    const last = pieces.at(-1);
    if (piece === '') return;
    if (last?.hit === hit) last.text += piece;
    else pieces.push({ text: piece, hit });
  };
  let end = 0;
  for (const { 0: word, index } of text.matchAll(compoundPattern)) {
    add(text.slice(end, index), false);
    const isWhole = isHit(word.replaceAll('-', ''), terms);
    for (const part of word.split(/(-)/)) add(part, isWhole || isHit(part, terms));
    end = index + word.length;
  }
  add(text.slice(end), false);
  return pieces;
}

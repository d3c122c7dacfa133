import type { ReadText, ShowTextOutcome, WriteTextOutcome } from '../../../domain/operations/site-texts.ts';
import {
  listTexts,
  publishText,
  readText,
  withdrawText,
  writeText,
} from '../../../domain/operations/site-texts.ts';
import {
  type ArticleFields,
  type NewsFields,
  newsTypes,
  readTextName,
  type SiteText,
  type TextKind,
  textName,
} from '../../../domain/kernel/site-text.ts';
import {
  digits,
  flag,
  longText,
  optionalText,
  optionalTexts,
  requiredOneOf,
  text,
  wholeNumber,
} from '../parameters.ts';
import { printList } from '../print-table.ts';
import { instant, malformedReason } from '../sentences.ts';
import { decides, type Look, looks, type NextStep, type VerbFamily } from '../verb.ts';

const nameArgument = text('<name>', 'of the text: news/NAME or article/NAME');
const slugArgument = text(
  '<slug>',
  'its name in addresses: small letters, digits and single hyphens; what has it already is written again',
);

const textsList = looks({
  name: 'texts list',
  does: 'what was written for the site with these commands, the newest first; files are in `news list`',
  input: {},
  run: (ctx) => listTexts(ctx),
  print: (found) =>
    printList(found, 'No notice and no article was written.', {
      name: ({ name }) => name,
      state: ({ state }) => state,
      written: ({ writtenAt }) => instant(writtenAt),
      'shown since': ({ shownAt }) => (shownAt === null ? '' : instant(shownAt)),
    }),
});

const textsRead = looks({
  name: 'texts show',
  does: 'a notice or an article as it was written last, and what is wrong with it',
  needs: 'site',
  input: { name: nameArgument },
  run: (ctx, input) => readText(ctx, input),
  isDone: ({ kind }) => kind === 'found',
  next: (found) => (found.kind === 'found' ? stepsFrom(found) : []),
  print: (found, { name }) => (found.kind === 'found' ? printText(found) : noText(name)),
});
const textsShow: typeof textsRead = {
  ...textsRead,
  preview: async (input, look) => previewOf(await look(textsRead, input)),
};

const writeNews = decides({
  name: 'texts write-news',
  does: 'write a notice of the news; nothing is shown before it is published',
  needs: 'site',
  input: {
    slug: slugArgument,
    type: requiredOneOf('--type <type>', 'what it is about', newsTypes),
    coin: optionalText('--coin <symbol>', 'the coin that it is about; everybody reads it without one'),
    post: optionalText('--post <address>', 'https address of a post elsewhere'),
    pinned: flag('--pinned', 'above the others'),
    text: longText('--text <markdown>', 'one paragraph of Markdown'),
  },
  run: (ctx, { slug, reason, ...fields }) => writeText(ctx, { text: { kind: 'news', slug, fields }, reason }),
  asks: ({ slug }) => `Keep this as news/${slug}? The site shows it once it is published.`,
  prefill: async ({ slug }, look) => {
    const written = await writtenAs('news', slug, look);
    return written?.kind === 'news' ? typedNews(written.fields) : undefined;
  },
  next: (outcome) => (outcome.kind === 'done' ? [{ verb: 'texts show', input: { name: outcome.name } }] : []),
  print: (outcome, { slug }) => writeSentence(`news/${slug}`, outcome),
});

const writeArticle = decides({
  name: 'texts write-article',
  does: 'write a support article; nothing is shown before it is published',
  needs: 'site',
  input: {
    slug: slugArgument,
    title: text('--title <title>', 'its title, up to 80 characters'),
    shortText: text('--short-text <text>', 'what it is about, 20 to 200 characters'),
    category: text('--category <slug>', 'category of the support centre, as in its address'),
    place: wholeNumber('--place <number>', 'place among the articles of its category', {
      minimum: 1,
      maximum: 9999,
      default: 100,
    }),
    related: optionalTexts('--related [slugs...]', 'other articles to read on in, one to six of them'),
    keywords: optionalText(
      '--keywords <phrases>',
      'what the search finds it by as well, with commas between',
    ),
    text: longText('--text <markdown>', 'Markdown, with headings from the second level on'),
  },
  run: (ctx, { slug, reason, related = [], keywords = '', ...fields }) =>
    writeText(ctx, {
      text: { kind: 'article', slug, fields: { ...fields, related, keywords: phrasesOf(keywords) } },
      reason,
    }),
  asks: ({ slug }) => `Keep this as article/${slug}? The site shows it once it is published.`,
  prefill: async ({ slug }, look) => {
    const written = await writtenAs('article', slug, look);
    return written?.kind === 'article' ? typedArticle(written.fields) : undefined;
  },
  next: (outcome) => (outcome.kind === 'done' ? [{ verb: 'texts show', input: { name: outcome.name } }] : []),
  print: (outcome, { slug }) => writeSentence(`article/${slug}`, outcome),
});

const publish = decides({
  name: 'texts publish',
  does: 'show a notice or an article as it was written last; one of a file of its name gives way',
  needs: 'site',
  input: { name: nameArgument, writtenAt: digits() },
  check: async ({ name }, look) => {
    const found = await look(textsShow, { name });
    if (found.kind === 'no-text') return { refusal: found };
    if (found.rendered.kind === 'faulty') return { refusal: found.rendered };
    return { adding: { writtenAt: String(found.writtenAt) } };
  },
  run: (ctx, { writtenAt, ...input }) =>
    publishText(ctx, { ...input, ...(writtenAt !== undefined && { writtenAt: Number(writtenAt) }) }),
  asks: ({ name }) => `Show ${name} on the site?`,
  preview: async ({ name }, look) => previewOf(await look(textsShow, { name })),
  print: (outcome, { name }) => showSentence(name, outcome, 'The site shows it within some seconds.'),
});

const withdraw = decides({
  name: 'texts withdraw',
  does: 'show a notice or an article no longer; it is kept, and one of a file of its name comes back',
  needs: 'site',
  input: { name: nameArgument },
  run: (ctx, input) => withdrawText(ctx, input),
  asks: ({ name }) => `Show ${name} no longer?`,
  print: (outcome, { name }) => showSentence(name, outcome, 'The site shows it no longer.'),
});

function phrasesOf(typed: string): readonly string[] {
  return typed
    .split(',')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');
}

type Found = Awaited<ReturnType<typeof readText>>;

function previewOf(found: Found): string | undefined {
  return found.kind === 'found' && found.rendered.kind === 'shown' ? found.rendered.html : undefined;
}

function printText({ text: written, state, writtenAt, rendered }: ReadText): string {
  const { text: body, ...fields } = written.fields;
  return [
    `${state}, written ${instant(writtenAt)}`,
    ...(rendered.kind === 'faulty' ? [`It cannot be shown: ${rendered.fault}`] : []),
    ...Object.entries(fields).map(
      ([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`,
    ),
    '',
    body,
  ].join('\n');
}

function stepsFrom({ text: written, state, rendered }: ReadText): readonly NextStep[] {
  const { kind, slug } = written;
  const name = textName(written);
  return [
    { verb: kind === 'news' ? 'texts write-news' : 'texts write-article', input: { slug } },
    ...(rendered.kind === 'shown' && state !== 'shown' ? [{ verb: 'texts publish', input: { name } }] : []),
    ...(state.startsWith('shown') ? [{ verb: 'texts withdraw', input: { name } }] : []),
  ];
}

/** What there is under a name that may be none: it comes from an address as it was typed. */
async function writtenAs(
  kind: TextKind,
  slug: string | undefined,
  look: Look,
): Promise<SiteText | undefined> {
  const name = `${kind}/${slug}`;
  if (slug === undefined || readTextName(name) === undefined) return undefined;
  const found = await look(textsRead, { name });
  return found.kind === 'found' ? found.text : undefined;
}

/** As the fields of the form are typed. */
function typedNews({ pinned, ...fields }: NewsFields): Readonly<Record<string, string>> {
  return { ...fields, ...(pinned === true && { pinned: 'yes' }) };
}

function typedArticle({
  place,
  related,
  keywords,
  ...fields
}: ArticleFields): Readonly<Record<string, string>> {
  return { ...fields, place: String(place), related: related.join('\n'), keywords: keywords.join(', ') };
}

function noText(name: string): string {
  return `There is no text ${name}; openlode texts list has their names.`;
}

function writeSentence(name: string, outcome: WriteTextOutcome): string {
  switch (outcome.kind) {
    case 'done':
      return outcome.fault === null
        ? `${name} is kept. openlode texts publish ${name} shows it.`
        : `${name} is kept, and cannot be shown yet: ${outcome.fault}`;
    case 'malformed-reason':
      return malformedReason;
    case 'malformed-name':
      return 'A name in addresses has small letters, digits and single hyphens, up to 100 of them.';
    case 'malformed-text':
      return 'It holds what is no character.';
    case 'too-many':
      return 'There are 200 texts, and no more are kept.';
  }
}

function showSentence(name: string, outcome: ShowTextOutcome, done: string): string {
  switch (outcome.kind) {
    case 'done':
      return done;
    case 'malformed-reason':
      return malformedReason;
    case 'no-text':
      return noText(name);
    case 'not-shown':
      return `The site does not show ${name}.`;
    case 'changed':
      return `${name} was written again since you looked at it: look once more.`;
    case 'faulty':
      return `Nothing has changed: ${outcome.fault}`;
  }
}

export const textsVerbs: VerbFamily = {
  group: {
    name: 'texts',
    does: 'notices of the news and support articles that are written here and not in files',
  },
  verbs: [textsList, textsShow, writeNews, writeArticle, publish, withdraw],
};

import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { envelope } from '../envelope.ts';
import { list } from '../list.ts';
import { nullable } from '../nullable.ts';
import { timestampMs } from '../primitives.ts';

const cardFields = {
  slug: Type.String({ minLength: 1 }),
  title: Type.String({ minLength: 1 }),
  shortText: Type.String({ description: 'The beginning, as plain text.' }),
  created_at: timestampMs('When it was posted.'),
  updated_at: timestampMs('The last change.'),
  categorySlug: Type.String(),
  categoryTitle: Type.String(),
};

/** Text in pieces, in order: those that the search found are marked. */
const markedText = (description: string) =>
  list(closedObject({ text: Type.String({ minLength: 1 }), hit: Type.Boolean() }), { description });

/** Why a search found an article. */
export const SupportMatch = closedObject({
  rank: Type.Integer({ minimum: 1, description: 'Place among all that was found, over all categories.' }),
  title: markedText('The whole title.'),
  text: markedText('The part of the text where the words stand, else its beginning.'),
});
export type SupportMatch = Static<typeof SupportMatch>;

/** An article without its body, for lists. */
export const SupportCard = closedObject({
  ...cardFields,
  /** Null where nothing was searched. */
  match: nullable(SupportMatch),
});
export type SupportCard = Static<typeof SupportCard>;

export const SupportHeading = closedObject({
  id: Type.String({ minLength: 1, description: 'The fragment that leads to it.' }),
  text: Type.String({ minLength: 1 }),
});

export const SupportArticle = closedObject({
  ...cardFields,
  html: Type.String({ minLength: 1, description: 'The body: safe HTML, whose headings begin at h2.' }),
  headings: list(SupportHeading, { description: 'The headings of the second level, in order.' }),
  related: list(SupportCard, { description: 'What to read next.' }),
});
export type SupportArticle = Static<typeof SupportArticle>;

export const SupportCategory = closedObject({
  slug: Type.String({ minLength: 1 }),
  title: Type.String({ minLength: 1 }),
  count: Type.Integer({
    minimum: 0,
    description: 'All its articles, or all that were found; `articles` may hold fewer.',
  }),
  articles: list(SupportCard),
  show_posted_date: Type.Boolean(),
});
export type SupportCategory = Static<typeof SupportCategory>;

export const SupportQuery = closedObject({
  search: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Words to look for; typing errors and other endings of a word are forgiven.',
    }),
  ),
});
export type SupportQuery = Static<typeof SupportQuery>;

/** Any slug is well formed: one that names nothing is answered with `noData` or 404, not as a malformed request. */
export const SupportParams = closedObject({
  type: Type.Enum(['article', 'category'], { type: 'string' }),
  slug: Type.String({ minLength: 1, maxLength: 100 }),
});
export type SupportParams = Static<typeof SupportParams>;

/** `GET /v4/support` and `GET /v4/support/{type}/{slug}` */
export const SupportResponse = envelope(
  closedObject({
    categories: list(SupportCategory, { description: 'Beside an article: the category that it belongs to.' }),
    article: nullable(SupportArticle),
    noData: Type.Boolean({ description: 'Nothing was found.' }),
  }),
  { description: 'Help, by category or one article.' },
);
export type SupportResponse = Static<typeof SupportResponse>;

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

/** An article without its body, for lists. */
export const SupportCard = closedObject(cardFields);
export type SupportCard = Static<typeof SupportCard>;

export const SupportArticle = closedObject({
  ...cardFields,
  html: Type.String({ minLength: 1, description: 'The body.' }),
});
export type SupportArticle = Static<typeof SupportArticle>;

export const SupportCategory = closedObject({
  slug: Type.String({ minLength: 1 }),
  title: Type.String({ minLength: 1 }),
  count: Type.Integer({ minimum: 0, description: 'All its articles; `articles` may hold fewer.' }),
  articles: list(SupportCard),
  show_posted_date: Type.Boolean(),
});
export type SupportCategory = Static<typeof SupportCategory>;

export const SupportQuery = closedObject({
  search: Type.Optional(Type.String({ maxLength: 100, description: 'Words that articles must hold.' })),
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
    categories: list(SupportCategory),
    article: nullable(SupportArticle),
    noData: Type.Boolean({ description: 'Nothing was found.' }),
  }),
  { description: 'Help, by category or one article.' },
);
export type SupportResponse = Static<typeof SupportResponse>;

import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { successFields } from '../envelope.ts';
import { list } from '../list.ts';
import { nullable } from '../nullable.ts';
import { requestedCoin, timestampMs } from '../primitives.ts';

export const NoticeItem = closedObject({
  type: Type.String({ minLength: 1, description: 'Kind of the news, for example `maintenance`.' }),
  title: Type.String({ minLength: 1, description: 'HTML.' }),
  at: timestampMs('When it was published.'),
  tweet_url: nullable(Type.String({ description: 'A post on a social network.' })),
});
export type NoticeItem = Static<typeof NoticeItem>;

export const NoticeQuery = closedObject({
  coin: Type.Optional(requestedCoin()),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: 'Length of `data`; 4.' })),
  skip: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 100_000, description: 'Items to leave out, the newest first; 0.' }),
  ),
});
export type NoticeQuery = Static<typeof NoticeQuery>;

/** `GET /v4/notice`; `pinned` stands beside `data`. */
export const NoticeResponse = closedObject(
  {
    ...successFields,
    data: list(NoticeItem, { description: 'The newest first; empty past the end.' }),
    pinned: list(NoticeItem, { description: 'Not repeated in `data`.' }),
  },
  { description: 'News.' },
);
export type NoticeResponse = Static<typeof NoticeResponse>;

import type { SupportCard, SupportCategory, SupportResponse } from '../http/support.ts';

const card = {
  slug: 'memo-and-tag',
  title: 'Memo, tag or payment ID',
  shortText: 'Some coins need a memo when you are paid to an exchange.',
  created_at: 1733040000000,
  updated_at: 1738310400000,
  categorySlug: 'payouts',
  categoryTitle: 'Payouts and networks',
  match: null,
} satisfies SupportCard;

const category: SupportCategory = {
  slug: 'payouts',
  title: 'Payouts and networks',
  count: 7,
  articles: [card],
  show_posted_date: false,
};

/** `GET /v4/support` */
export const supportExample: SupportResponse = {
  success: true,
  msg: 'Ok',
  message: 'Ok',
  data: {
    categories: [category],
    article: null,
    noData: false,
  },
};

/** `GET /v4/support?search=memo` */
export const supportSearchExample: SupportResponse = {
  success: true,
  msg: 'Ok',
  message: 'Ok',
  data: {
    categories: [
      {
        ...category,
        count: 1,
        articles: [
          {
            ...card,
            match: {
              rank: 1,
              title: [
                { text: 'Memo', hit: true },
                { text: ', tag or payment ID', hit: false },
              ],
              text: [
                { text: 'Write the ', hit: false },
                { text: 'memo', hit: true },
                { text: ' after the address', hit: false },
              ],
            },
          },
        ],
      },
    ],
    article: null,
    noData: false,
  },
};

/** `GET /v4/support/article/memo-and-tag` */
export const supportArticleExample: SupportResponse = {
  success: true,
  msg: 'Ok',
  message: 'Ok',
  data: {
    categories: [category],
    article: {
      slug: 'memo-and-tag',
      title: 'Memo, tag or payment ID',
      shortText: 'Some coins need a memo when you are paid to an exchange.',
      created_at: 1733040000000,
      updated_at: 1738310400000,
      categorySlug: 'payouts',
      categoryTitle: 'Payouts and networks',
      html: '<h2 id="the-memo">The memo</h2><p>Write it after the address: <code>ADDRESS:MEMO</code>.</p>',
      headings: [{ id: 'the-memo', text: 'The memo' }],
      related: [{ ...card, slug: 'worker-string-format', title: 'The user field explained' }],
    },
    noData: false,
  },
};

import type { SupportCard, SupportResponse } from '../http/support.ts';

const card: SupportCard = {
  slug: 'memo-and-tag',
  title: 'Memo, tag or payment ID',
  shortText: 'Some coins need a memo when you are paid to an exchange.',
  created_at: 1733040000000,
  updated_at: 1738310400000,
  categorySlug: 'payouts',
  categoryTitle: 'Payouts and networks',
};

/** `GET /v4/support` */
export const supportExample: SupportResponse = {
  success: true,
  msg: 'Ok',
  message: 'Ok',
  data: {
    categories: [
      {
        slug: 'payouts',
        title: 'Payouts and networks',
        count: 7,
        articles: [card],
        show_posted_date: false,
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
    categories: [],
    article: { ...card, html: '<p>Write it after the address: <code>ADDRESS:MEMO</code>.</p>' },
    noData: false,
  },
};

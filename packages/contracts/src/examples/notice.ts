import type { NoticeResponse } from '../http/notice.ts';

/** `GET /v4/notice?count=2&skip=0` */
export const noticeExample: NoticeResponse = {
  success: true,
  msg: 'Ok',
  message: 'Ok',
  data: [
    {
      type: 'algorithm',
      title: 'New algorithm: <b>XelisHash</b>. Mine <b>XEL</b> and get paid in any listed coin.',
      at: 1738310400000,
      tweet_url: 'https://social.example/post/1001',
    },
    {
      type: 'maintenance',
      title: '<b>Waves</b> network payouts are paused while the node is upgraded.',
      at: 1736582400000,
      tweet_url: null,
    },
  ],
  pinned: [
    {
      type: 'warning',
      title: 'Please note: the pool has <b>no official chat group</b>.',
      at: 1734854400000,
      tweet_url: null,
    },
  ],
};

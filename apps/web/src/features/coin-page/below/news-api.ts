import type { NoticeItem, NoticeResponse } from '@openlode/contracts/http/notice';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { getAnswer } from '../../../shared/api/get-json.ts';

const laterPage = 4;

/** Four news at first, two on a narrow screen. */
export function firstPageLength(isNarrow: boolean): number {
  return isNarrow ? 2 : 4;
}

/** The news that concern a coin, page by page; there is no next page after an empty one. */
export function newsQuery(coin: string, first: number) {
  return infiniteQueryOptions({
    queryKey: ['news', coin, first],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({
        coin,
        count: String(pageParam === 0 ? first : laterPage),
        skip: String(pageParam),
      });
      return getAnswer<NoticeResponse>(`/v4/notice?${query}`, signal);
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.data.length === 0 ? undefined : pages.reduce((sum, page) => sum + page.data.length, 0),
    staleTime: 5 * 60_000,
  });
}

/** When the newest of them was published; 0 for none. */
export function newestOf(items: readonly NoticeItem[]): number {
  return Math.max(0, ...items.map((item) => item.at));
}

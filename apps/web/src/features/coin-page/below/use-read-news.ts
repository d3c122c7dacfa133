import type { NoticeItem } from '@openlode/contracts/http/notice';
import { type RefObject, useEffect, useState } from 'react';
import {
  changePreferences,
  readPreferences,
  usePreference,
} from '../../../shared/storage/preference-store.ts';
import { newestOf } from './news-api.ts';

interface ReadNews {
  /** How many came since the list was last seen. */
  readonly unread: number;
  readonly isNew: (item: NoticeItem) => boolean;
}

/** Counts what came since the last visit, and remembers that it was read once `list` is seen. */
export function useReadNews(items: readonly NoticeItem[], list: RefObject<HTMLElement | null>): ReadNews {
  // What was unread when the page opened stays marked while it is open.
  const [seen] = useState(() => readPreferences().lastNewsDate);
  const unread = usePreference('newsCount');
  const newest = newestOf(items);
  const fresh = items.filter((item) => item.at > readPreferences().lastNewsDate).length;

  useEffect(() => {
    if (fresh > 0) changePreferences((old) => ({ ...old, newsCount: fresh }));
  }, [fresh]);

  useEffect(() => {
    const element = list.current;
    if (element === null || newest === 0) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      changePreferences((old) => ({
        ...old,
        newsCount: 0,
        lastNewsDate: Math.max(old.lastNewsDate, newest),
      }));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [list, newest]);

  return { unread, isNew: (item) => item.at > seen };
}

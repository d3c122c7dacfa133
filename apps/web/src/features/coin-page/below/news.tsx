import type { NoticeItem } from '@openlode/contracts/http/notice';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { failureText } from '../../../shared/api/api-error.ts';
import { exactDay, exactTime } from '../../../shared/format/relative-time.ts';
import {
  changePreferences,
  readPreferences,
  usePreference,
} from '../../../shared/storage/preference-store.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { firstPageLength, newestOf, newsQuery } from './news-api.ts';
import styles from './news.module.css';
import { SanitisedTitle } from './sanitised-title.tsx';

/** Pinned news beside the feed; what came since the last visit is marked until the list was seen. */
export function News({ coin }: { readonly coin: string }) {
  const [first] = useState(() => firstPageLength(matchMedia('(max-width: 768px)').matches));
  // What was unread when the page opened stays marked while it is open.
  const [seen] = useState(() => readPreferences().lastNewsDate);
  const unread = usePreference('newsCount');
  const list = useRef<HTMLDivElement>(null);
  const query = useInfiniteQuery(newsQuery(coin, first));
  const { data, error, hasNextPage, isFetchingNextPage } = query;
  const pinned = data?.pages[0]?.pinned ?? [];
  const feed = data?.pages.flatMap((page) => page.data) ?? [];
  const newest = newestOf([...pinned, ...feed]);
  const fresh = [...pinned, ...feed].filter((item) => item.at > readPreferences().lastNewsDate).length;

  useEffect(() => {
    if (fresh > 0) changePreferences((old) => ({ ...old, newsCount: fresh }));
  }, [fresh]);

  useEffect(() => {
    if (error !== null) showToast('error', failureText(error));
  }, [error]);

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
  }, [newest]);

  return (
    <section className={styles.news} aria-labelledby="news">
      <h2 id="news">News {unread > 0 && <Tag>{unread} unread</Tag>}</h2>
      {data === undefined && error === null && (
        <div className={styles.waiting} role="status" aria-label="Loading...">
          <Skeleton width="70%" line={16} />
          <Skeleton width="55%" line={16} />
          <Skeleton width="60%" line={16} />
        </div>
      )}
      {data === undefined && error !== null && (
        <div className={styles.failed}>
          <p>{failureText(error)}</p>
          <Button small onClick={() => void query.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {data !== undefined && pinned.length + feed.length === 0 && (
        <p className={styles.none}>No news yet. Changes to this pool are announced here.</p>
      )}
      <div ref={list} className={pinned.length > 0 ? styles.columns : undefined}>
        {pinned.length > 0 && (
          <ul className={styles.pinned} aria-label="Pinned news">
            {pinned.map((item) => (
              <NewsRow key={`${item.at} ${item.title}`} item={item} isNew={item.at > seen} isPinned />
            ))}
          </ul>
        )}
        {feed.length > 0 && (
          <div>
            <ul className={styles.feed} aria-label="News feed">
              {feed.map((item) => (
                <NewsRow key={`${item.at} ${item.title}`} item={item} isNew={item.at > seen} />
              ))}
            </ul>
            {hasNextPage && (
              <Button small disabled={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {isFetchingNextPage ? 'Loading...' : 'More news'}
              </Button>
            )}
          </div>
        )}
      </div>
    </section>
  );
}

interface NewsRowProps {
  readonly item: NoticeItem;
  readonly isNew: boolean;
  readonly isPinned?: boolean;
}

function NewsRow({ item, isNew, isPinned = false }: NewsRowProps) {
  const date = new Date(item.at);
  return (
    <li>
      <p className={styles.meta}>
        {isPinned && (
          <>
            <Icon name="pin" />
            <span className="visually-hidden">Pinned</span>
          </>
        )}
        <time dateTime={date.toISOString()} title={exactTime(item.at)}>
          {exactDay(item.at)}
        </time>
        <span>{item.type.replaceAll(/[-_]/g, ' ')}</span>
        {isNew && <Tag>new</Tag>}
      </p>
      <p className={styles.title}>
        <SanitisedTitle html={item.title} />
        {item.tweet_url !== null && /^https?:/.test(item.tweet_url) && (
          <>
            {' '}
            <a href={item.tweet_url} rel="noopener noreferrer" target="_blank">
              Post
            </a>
          </>
        )}
      </p>
    </li>
  );
}

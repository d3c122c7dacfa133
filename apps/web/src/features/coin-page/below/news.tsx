import type { NoticeItem } from '@openlode/contracts/http/notice';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { failureText } from '../../../shared/api/api-error.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { firstPageLength, newsQuery } from './news-api.ts';
import { NewsRow } from './news-row.tsx';
import styles from './news.module.css';
import { useReadNews } from './use-read-news.ts';

/** Pinned news beside the feed; what came since the last visit is marked until the list was seen. */
export function News({ coin }: { readonly coin: string }) {
  const [first] = useState(() => firstPageLength(matchMedia('(max-width: 768px)').matches));
  const list = useRef<HTMLDivElement>(null);
  const query = useInfiniteQuery(newsQuery(coin, first));
  const { data, error } = query;
  const pinned = data?.pages[0]?.pinned ?? [];
  const feed = data?.pages.flatMap((page) => page.data) ?? [];
  const { unread, isNew } = useReadNews([...pinned, ...feed], list);

  useEffect(() => {
    if (error !== null) showToast('error', failureText(error));
  }, [error]);

  return (
    <section className={styles.news} aria-labelledby="news">
      <h2 id="news">News {unread > 0 && <Tag>{unread} unread</Tag>}</h2>
      {data === undefined && <NewsAwaited error={error} onRetry={() => void query.refetch()} />}
      {data !== undefined && pinned.length + feed.length === 0 && (
        <p className={styles.none}>No news yet. Changes to this pool are announced here.</p>
      )}
      <div ref={list} className={pinned.length > 0 ? styles.columns : undefined}>
        {pinned.length > 0 && (
          <ul className={styles.pinned} aria-label="Pinned news">
            {pinned.map((item) => (
              <NewsRow key={keyOf(item)} item={item} isNew={isNew(item)} isPinned />
            ))}
          </ul>
        )}
        {feed.length > 0 && (
          <div>
            <ul className={styles.feed} aria-label="News feed">
              {feed.map((item) => (
                <NewsRow key={keyOf(item)} item={item} isNew={isNew(item)} />
              ))}
            </ul>
            {query.hasNextPage && (
              <Button small disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {query.isFetchingNextPage ? 'Loading...' : 'More news'}
              </Button>
            )}
          </div>
        )}
      </div>
    </section>
  );
}

function keyOf(item: NoticeItem): string {
  return `${item.at} ${item.title}`;
}

/** In place of news that are not here: they are fetched, or that failed. */
function NewsAwaited({ error, onRetry }: { readonly error: Error | null; readonly onRetry: () => void }) {
  if (error !== null)
    return (
      <div className={styles.failed}>
        <p>{failureText(error)}</p>
        <Button small onClick={onRetry}>
          Try again
        </Button>
      </div>
    );
  return (
    <div className={styles.waiting} role="status" aria-label="Loading...">
      <Skeleton width="70%" line={16} />
      <Skeleton width="55%" line={16} />
      <Skeleton width="60%" line={16} />
    </div>
  );
}

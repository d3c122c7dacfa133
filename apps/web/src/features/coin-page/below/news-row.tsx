import type { NoticeItem } from '@openlode/contracts/http/notice';
import { exactDay, exactTime } from '../../../shared/format/relative-time.ts';
import { LateIcon } from '../../../shared/ui/late-icon.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import styles from './news.module.css';
import { SanitisedTitle } from './sanitised-title.tsx';

interface NewsRowProps {
  readonly item: NoticeItem;
  readonly isNew: boolean;
  readonly isPinned?: boolean;
}

/** A piece of news under its day and kind. */
export function NewsRow({ item, isNew, isPinned = false }: NewsRowProps) {
  const date = new Date(item.at);
  return (
    <li>
      <p className={styles.meta}>
        {isPinned && (
          <>
            <LateIcon name="pin" />
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

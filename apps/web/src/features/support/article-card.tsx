import type { SupportCard } from '@openlode/contracts/http/support';
import { exactTime } from '../../shared/format/relative-time.ts';
import styles from './article-card.module.css';
import { dayText } from './day-text.ts';
import { MarkedText } from './marked-text.tsx';
import { SupportLink } from './support-link.tsx';

interface ArticleCardProps {
  readonly article: SupportCard;
  readonly showPostedDate: boolean;
  /** Where articles of several categories stand together. */
  readonly showCategory?: boolean;
}

export function ArticleCard({ article, showPostedDate, showCategory = false }: ArticleCardProps) {
  const { slug, title, shortText, match, created_at: at } = article;
  return (
    <li className={styles.card}>
      {showCategory && <p className={styles.category}>{article.categoryTitle}</p>}
      <h2>
        <SupportLink type="article" slug={slug}>
          {match === null ? title : <MarkedText pieces={match.title} />}
        </SupportLink>
      </h2>
      {showPostedDate && (
        <p className={styles.posted}>
          Posted on{' '}
          <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
            {dayText(at)}
          </time>
        </p>
      )}
      <p className={styles.text}>{match === null ? shortText : <MarkedText pieces={match.text} />}</p>
      <SupportLink type="article" slug={slug} className={styles.more}>
        Continue reading<span className="visually-hidden">: {title}</span>
      </SupportLink>
    </li>
  );
}

import type { SupportCategory } from '@openlode/contracts/http/support';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';
import { ArticleCard } from './article-card.tsx';
import styles from './list-view.module.css';
import { SupportLink } from './support-link.tsx';

interface FoundViewProps {
  readonly search: string;
  readonly categories: readonly SupportCategory[];
}

/** What a search found, the best first. */
export function FoundView({ search, categories }: FoundViewProps) {
  usePageTitle(`${search}, support`);
  const found = categories
    .flatMap(({ articles, show_posted_date: showPostedDate }) =>
      articles.map((article) => ({ article, showPostedDate })),
    )
    .toSorted((a, b) => (a.article.match?.rank ?? 0) - (b.article.match?.rank ?? 0));
  return (
    <div>
      <h1 className={styles.title}>Answers for “{search}”</h1>
      <p className={styles.count} role="status">
        {found.length === 0
          ? 'Nothing found'
          : `${found.length} ${found.length === 1 ? 'article' : 'articles'}`}
      </p>
      {found.length === 0 ? (
        <EmptyState title="No articles coincide with your search">
          Try fewer or other words, or the name of your program. The pool’s messages to a miner are explained
          in{' '}
          <SupportLink type="article" slug="refused-logins">
            the refusals, one by one
          </SupportLink>
          .
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {found.map(({ article, showPostedDate }) => (
            <ArticleCard key={article.slug} article={article} showPostedDate={showPostedDate} showCategory />
          ))}
        </ul>
      )}
    </div>
  );
}

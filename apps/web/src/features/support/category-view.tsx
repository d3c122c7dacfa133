import type { SupportCategory } from '@openlode/contracts/http/support';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';
import { ArticleCard } from './article-card.tsx';
import styles from './list-view.module.css';

/** All articles of one category. */
export function CategoryView({ category }: { readonly category: SupportCategory }) {
  usePageTitle(category.title);
  return (
    <div>
      <h1 className={styles.title}>{category.title}</h1>
      <p className={styles.count}>
        {category.count} {category.count === 1 ? 'article' : 'articles'}
      </p>
      <ul className={styles.list}>
        {category.articles.map((article) => (
          <ArticleCard key={article.slug} article={article} showPostedDate={category.show_posted_date} />
        ))}
      </ul>
    </div>
  );
}

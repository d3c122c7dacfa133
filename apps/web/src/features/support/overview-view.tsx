import { sitePages } from '@openlode/catalogue/site-pages';
import type { SupportCategory } from '@openlode/contracts/http/support';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';
import styles from './overview-view.module.css';
import { SupportLink } from './support-link.tsx';

/** Every category with its first articles. */
export function OverviewView({ categories }: { readonly categories: readonly SupportCategory[] }) {
  usePageTitle(sitePages.support.title);
  if (categories.length === 0)
    return (
      <EmptyState title="There are no articles yet">
        The operator writes them into content/support.
      </EmptyState>
    );
  return (
    <div className={styles.blocks}>
      {categories.map((category) => (
        <section key={category.slug} className={styles.block} aria-labelledby={`category-${category.slug}`}>
          <h2 id={`category-${category.slug}`}>
            <SupportLink type="category" slug={category.slug}>
              {category.title}
            </SupportLink>
          </h2>
          <ul>
            {category.articles.map((article) => (
              <li key={article.slug}>
                <SupportLink type="article" slug={article.slug}>
                  {article.title}
                </SupportLink>
              </li>
            ))}
          </ul>
          <SupportLink type="category" slug={category.slug} className={styles.all}>
            View all {category.count} {category.count === 1 ? 'article' : 'articles'}
            <span className="visually-hidden"> of {category.title}</span>
            <Icon name="next" />
          </SupportLink>
        </section>
      ))}
    </div>
  );
}

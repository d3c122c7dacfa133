import { sitePages } from '@openlode/catalogue/site-pages';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { failureText, isNotFound } from '../../shared/api/api-error.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { ArticleView } from './article-view.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { CategoryView } from './category-view.tsx';
import { FoundView } from './found-view.tsx';
import { NothingHere } from './nothing-here.tsx';
import { OverviewView } from './overview-view.tsx';
import './print.css';
import { SearchBox } from './search-box.tsx';
import { SideColumn } from './side-column.tsx';
import { type SupportData, supportPageQuery, supportQuery } from './support-api.ts';
import styles from './support-page.module.css';
import { SupportSkeleton } from './support-skeleton.tsx';

interface SupportPageProps {
  /** Undefined for the overview and for what was searched. */
  readonly page: { readonly type: string; readonly slug: string } | undefined;
  /** Trimmed; empty where nothing is searched. */
  readonly search: string;
}

/** Help. The search box stays where it is while the page below it changes, so that typing is not interrupted. */
export function SupportPage({ page, search }: SupportPageProps) {
  const paged = useQuery({
    ...supportPageQuery(page?.type ?? '', page?.slug ?? ''),
    enabled: page !== undefined,
  });
  const searched = useQuery({ ...supportQuery(search), enabled: page === undefined });
  const { data, error, refetch, isFetching } = page === undefined ? searched : paged;

  // Something else than an article or a category: there is no such page.
  if (page !== undefined && isNotFound(error))
    return <Navigate to="/support/{-$type}/{-$slug}" params={{ type: undefined, slug: undefined }} replace />;
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.head}>
        {page === undefined && search === '' ? (
          <div className={styles.welcome}>
            <h1>{sitePages.support.heading}</h1>
            <p>Guides and answers. Search for an error message or a topic.</p>
          </div>
        ) : (
          <Breadcrumbs page={page} search={search} data={data} />
        )}
        <SearchBox asked={search} />
      </div>
      {data !== undefined ? (
        <Content page={page} search={search} data={data} />
      ) : error !== null && !isFetching ? (
        <Notice
          tone="error"
          title={failureText(error)}
          // Of an article, a category or a search nothing else is there.
          isPage={page !== undefined || search !== ''}
          live="assertive"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          <p>
            Connected miners do not depend on this page. The articles return as soon as the pool can be
            reached.
          </p>
        </Notice>
      ) : (
        <SupportSkeleton isArticle={page?.type === 'article'} heading={headingWhileLoading(page, search)} />
      )}
    </div>
  );
}

/** The overview has its heading from the start; a search knows its own, an article comes with its title. */
function headingWhileLoading(page: SupportPageProps['page'], search: string): string | undefined {
  if (page !== undefined) return page.type === 'article' ? 'Support article' : 'Support category';
  return search === '' ? undefined : `Answers for “${search}”`;
}

function Content({ page, search, data }: SupportPageProps & { readonly data: SupportData }) {
  const [category] = data.categories;
  if (page?.type === 'article') {
    if (data.article === null) return <NothingHere title="Article not found" />;
    return <ArticleView key={data.article.slug} article={data.article} category={category} />;
  }
  if (page !== undefined && category === undefined) return <NothingHere title="Category not found" />;
  return (
    <div className={styles.columns}>
      {page !== undefined && category !== undefined ? (
        <CategoryView category={category} />
      ) : search === '' ? (
        <OverviewView categories={data.categories} />
      ) : (
        <FoundView search={search} categories={data.categories} />
      )}
      <SideColumn />
    </div>
  );
}

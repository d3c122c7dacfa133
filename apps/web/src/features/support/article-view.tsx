import type { SupportArticle, SupportCategory } from '@openlode/contracts/http/support';
import { useEffect } from 'react';
import { exactTime } from '../../shared/format/relative-time.ts';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';
import { ArticleBody } from './article-body.tsx';
import styles from './article-view.module.css';
import { dayText } from './day-text.ts';
import { SideColumn } from './side-column.tsx';
import { SupportLink } from './support-link.tsx';

/** A category with more articles than this is no list to stand beside one. */
const besideMax = 16;

interface ArticleViewProps {
  readonly article: SupportArticle;
  /** The one that it belongs to. */
  readonly category: SupportCategory | undefined;
}

export function ArticleView({ article, category }: ArticleViewProps) {
  usePageTitle(article.title);
  useEffect(() => {
    // The part that a link names is only there now.
    const part = decodeURIComponent(location.hash.slice(1));
    if (part !== '') document.getElementById(part)?.scrollIntoView();
  }, []);
  const beside =
    category !== undefined && category.articles.length <= besideMax ? category.articles : article.related;
  return (
    <div className={styles.columns}>
      <nav className={styles.beside} aria-labelledby="beside">
        <h2 id="beside">{beside === article.related ? 'Related' : category?.title}</h2>
        <ul>
          {beside.map(({ slug, title }) => (
            <li key={slug} aria-current={slug === article.slug ? 'page' : undefined}>
              <SupportLink type="article" slug={slug}>
                {title}
              </SupportLink>
            </li>
          ))}
        </ul>
      </nav>
      <article className={styles.article}>
        <h1>{article.title}</h1>
        <p className={styles.dates}>
          <span>
            Last updated <Day at={article.updated_at} />
          </span>
          <span>
            Posted on <Day at={article.created_at} />
          </span>
        </p>
        <p className={styles.lead}>{article.shortText}</p>
        <ArticleBody html={article.html} />
        {article.related.length > 0 && (
          <section className={styles.related} aria-labelledby="related">
            <h2 id="related">Related articles</h2>
            <ul>
              {article.related.map(({ slug, title, shortText }) => (
                <li key={slug}>
                  <SupportLink type="article" slug={slug}>
                    {title}
                  </SupportLink>
                  <p>{shortText}</p>
                </li>
              ))}
            </ul>
          </section>
        )}
      </article>
      <SideColumn>
        {article.headings.length > 1 && (
          <nav aria-labelledby="on-this-page" className={styles.contents}>
            <h2 id="on-this-page">On this page</h2>
            <ul>
              {article.headings.map(({ id, text }) => (
                <li key={id}>
                  <a href={`#${id}`}>{text}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </SideColumn>
    </div>
  );
}

function Day({ at }: { readonly at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
      {dayText(at)}
    </time>
  );
}

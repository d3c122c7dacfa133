import { Link } from '@tanstack/react-router';
import { Icon } from '../../shared/ui/icon.tsx';
import styles from './breadcrumbs.module.css';
import { SupportLink } from './support-link.tsx';
import type { SupportData } from './support-api.ts';

interface BreadcrumbsProps {
  readonly page: { readonly type: string; readonly slug: string } | undefined;
  readonly search: string;
  /** Undefined while it is on the way. */
  readonly data: SupportData | undefined;
}

/** The way back, from `All`. */
export function Breadcrumbs({ page, search, data }: BreadcrumbsProps) {
  const [category] = page === undefined ? [] : (data?.categories ?? []);
  const title = page === undefined ? `Search: ${search}` : (data?.article?.title ?? null);
  return (
    <nav className={styles.crumbs} aria-label="Breadcrumb">
      <ol>
        <li>
          <Link to="/support/{-$type}/{-$slug}" params={{ type: undefined, slug: undefined }}>
            All
          </Link>
        </li>
        {category !== undefined && (
          <li>
            <Icon name="next" />
            {title === null ? (
              <span aria-current="page">{category.title}</span>
            ) : (
              <SupportLink type="category" slug={category.slug}>
                {category.title}
              </SupportLink>
            )}
          </li>
        )}
        {title !== null && (
          <li>
            <Icon name="next" />
            <span aria-current="page">{title}</span>
          </li>
        )}
      </ol>
    </nav>
  );
}

import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';
import styles from './support-page.module.css';

/** A link that names an article or a category that is not there. */
export function NothingHere({ title }: { readonly title: 'Article not found' | 'Category not found' }) {
  usePageTitle(title);
  return (
    <div className={styles.nothing}>
      <h1 className="visually-hidden">{title}</h1>
      <EmptyState title={title}>
        The link may be old or mistyped. Search for what you need above, or start from{' '}
        <Link to="/support/{-$type}/{-$slug}" params={{ type: undefined, slug: undefined }}>
          all articles
        </Link>
        .
      </EmptyState>
    </div>
  );
}

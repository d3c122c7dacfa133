import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface SupportLinkProps {
  readonly type: 'article' | 'category';
  readonly slug: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** Leads to an article or a category. */
export function SupportLink({ type, slug, children, className }: SupportLinkProps) {
  return (
    <Link
      to="/support/{-$type}/{-$slug}"
      params={{ type, slug }}
      {...(className === undefined ? {} : { className })}
    >
      {children}
    </Link>
  );
}

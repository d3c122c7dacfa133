import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Leads to the articles that a search finds. */
export function SupportSearch({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <Link
      to="/support/{-$type}/{-$slug}"
      params={{ type: undefined, slug: undefined }}
      search={{ search: text }}
    >
      {children}
    </Link>
  );
}

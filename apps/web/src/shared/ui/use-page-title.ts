import { useEffect } from 'react';

/** Names the tab of the browser after the page. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Openlode`;
  }, [title]);
}

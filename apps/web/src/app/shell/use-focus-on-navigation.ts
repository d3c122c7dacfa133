import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';

/** After a change of page the focus goes to its content, so that the next Tab and a screen reader start there. */
export function useFocusOnNavigation(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const previous = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (previous.current !== undefined && previous.current !== path) {
      main.current?.focus({ preventScroll: true });
    }
    previous.current = path;
  }, [path]);
  return main;
}

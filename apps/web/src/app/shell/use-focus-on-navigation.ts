import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * After a change of page the focus goes to its content, so that the next Tab and a screen reader start there. A field that
 * outlived the change keeps it: the visitor is typing.
 */
export function useFocusOnNavigation(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const previous = useRef<string | undefined>(undefined);
  useEffect(() => {
    const { activeElement: active } = document;
    const isTyping = active instanceof HTMLInputElement && main.current?.contains(active) === true;
    if (previous.current !== undefined && previous.current !== path && !isTyping) {
      main.current?.focus({ preventScroll: true });
    }
    previous.current = path;
  }, [path]);
  return main;
}

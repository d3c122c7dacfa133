import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { readView, type ViewWords, viewWords, type WorkerView } from './worker-view.ts';

/** The URL follows after the last key or click. */
const settledMs = 300;

/** The view of the workers: drawn at once, and kept in the URL so that a link and a reload show the same. */
export function useWorkerView(): readonly [WorkerView, (next: WorkerView) => void] {
  const words: ViewWords = useSearch({ strict: false });
  const navigate = useNavigate();
  const [view, setView] = useState(() => readView(words));
  const inUrl = printed(readView(words));
  /** What was last put into the URL or found there. */
  const known = useRef(inUrl);

  useEffect(() => {
    if (inUrl === known.current) return;
    known.current = inUrl;
    setView(readView(words));
  }, [inUrl, words]);

  useEffect(() => {
    if (printed(view) === known.current) return;
    const timer = setTimeout(() => {
      known.current = printed(view);
      void navigate({
        to: '.',
        search: (old) => ({ ...old, ...viewWords(view) }),
        replace: true,
        resetScroll: false,
      });
    }, settledMs);
    return () => clearTimeout(timer);
  }, [view, navigate]);

  return [view, setView];
}

function printed(view: WorkerView): string {
  return JSON.stringify(viewWords(view));
}

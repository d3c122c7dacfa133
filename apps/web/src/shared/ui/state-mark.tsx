import type { ReactNode } from 'react';
import styles from './state-mark.module.css';

export type State = 'good' | 'waiting' | 'idle' | 'error';

/** A state told three ways at once: shape, colour and the word beside it. */
export function StateMark({ state, children }: { readonly state: State; readonly children: ReactNode }) {
  return (
    <span className={`${styles.mark} ${styles[state]}`}>
      <svg viewBox="0 0 10 10" aria-hidden="true">
        {state === 'good' && <circle cx="5" cy="5" r="4.5" fill="currentColor" />}
        {state === 'idle' && (
          <circle cx="5" cy="5" r="4" fill="none" stroke="currentColor" strokeWidth="1.25" />
        )}
        {state === 'error' && <path d="M.75.75h8.5v8.5H.75z" fill="currentColor" />}
        {state === 'waiting' && (
          <>
            <circle cx="5" cy="5" r="4" fill="none" stroke="currentColor" />
            <path d="M5 .5a4.5 4.5 0 0 1 0 9z" fill="currentColor" />
          </>
        )}
      </svg>
      {children}
    </span>
  );
}

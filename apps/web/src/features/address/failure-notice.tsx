import type { ReactNode } from 'react';
import { failureText } from '../../shared/api/api-error.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';

interface FailureNoticeProps {
  readonly error: Error;
  readonly onRetry: () => void;
  /** What the visitor does without meanwhile. */
  readonly children?: ReactNode;
}

/** Why a part of the page could not be fetched, and another try. */
export function FailureNotice({ error, onRetry, children }: FailureNoticeProps) {
  return (
    <Notice
      tone="error"
      title={failureText(error)}
      live="polite"
      action={<Button onClick={onRetry}>Try again</Button>}
    >
      {children}
    </Notice>
  );
}

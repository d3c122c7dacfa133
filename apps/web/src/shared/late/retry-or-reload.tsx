import { useState } from 'react';
import { getJson } from '../api/get-json.ts';
import { Button } from '../ui/button.tsx';
import { useRetry } from './use-retry.ts';

/** An answer by itself may have come a moment after the network was back. */
const answersNeeded = 2;

/**
 * Tries again by itself. Where the pool answers while the code does not come, the pool has another build of the site by now, which only a
 * reload brings.
 */
export function RetryOrReload({ onRetry }: { readonly onRetry: () => void }) {
  const [answers, setAnswers] = useState(0);
  useRetry(() => {
    onRetry();
    getJson('/v3/site/version').then(
      () => setAnswers((before) => before + 1),
      () => setAnswers(0),
    );
  });
  if (answers < answersNeeded) return <Button onClick={onRetry}>Try again</Button>;
  return (
    <Button kind="primary" onClick={() => location.reload()}>
      Reload the page
    </Button>
  );
}

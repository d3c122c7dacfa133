import { useState } from 'react';

/** Whether the value has changed since the first drawing: what was there from the start does not flash. */
export function useChanged(value: string): boolean {
  const [first] = useState(value);
  const [changed, setChanged] = useState(false);
  if (!changed && value !== first) setChanged(true);
  return changed;
}

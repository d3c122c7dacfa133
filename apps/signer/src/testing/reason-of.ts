import { Refused } from '../families/family.ts';

/** Why something is refused, by the name that the pool shows; `none` where it is not. */
export function reasonOf(attempt: () => unknown): string {
  try {
    attempt();
  } catch (error) {
    if (error instanceof Refused) return error.reason;
    throw error;
  }
  return 'none';
}

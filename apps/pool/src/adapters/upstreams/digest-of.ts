import { createHash } from 'node:crypto';

/** A short text for a long one, the same for no other. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

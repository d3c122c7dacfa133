import { createHash } from 'node:crypto';

/** How many short texts go into a hash at once: one call for each would cost more than the hash. */
const textsAtOnce = 1000;

/** SHA-256 of bytes followed by texts, without joining all texts in memory: they are hashed a thousand at a time. */
export function hashOfTexts(start: Uint8Array, texts: Iterable<string>): Buffer {
  const hash = createHash('sha256').update(start);
  let some: string[] = [];
  for (const text of texts) {
    some.push(text);
    if (some.length < textsAtOnce) continue;
    hash.update(some.join(''));
    some = [];
  }
  return hash.update(some.join('')).digest();
}

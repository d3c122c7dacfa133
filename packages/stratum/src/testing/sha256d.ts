import { createHash } from 'node:crypto';
import type { HashInto } from '../core/hash-into.ts';

/** The real hash, by the plainest road that node offers. */
export const sha256d: HashInto = (input, output) => {
  output.set(createHash('sha256').update(createHash('sha256').update(input).digest()).digest());
};

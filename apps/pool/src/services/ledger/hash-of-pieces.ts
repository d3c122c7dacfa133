import { createHash } from 'node:crypto';

/** Characters; one call for each piece would cost more than hashing it. */
const hashedAtOnce = 65_536;

/** SHA-256 of a text that comes in many small pieces. */
export interface HashOfPieces {
  readonly add: (piece: string) => void;
  digest(): Buffer;
}

export function hashOfPieces(before: Uint8Array = new Uint8Array()): HashOfPieces {
  const hash = createHash('sha256').update(before);
  let text = '';
  return {
    add: (piece) => {
      text += piece;
      if (text.length < hashedAtOnce) return;
      hash.update(text);
      text = '';
    },
    digest: () => hash.update(text).digest(),
  };
}

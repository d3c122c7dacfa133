import { lineLengthMax } from '@openlode/signing/messages';

/** What a client may take of the signer. */
export interface ServeLimits {
  readonly lineLengthMax: number;
  /** Milliseconds that a line may take from its first letter to its end. */
  readonly lineMs: number;
  /** Milliseconds in which nothing comes or is taken. */
  readonly idleMs: number;
}

export const serveLimits: ServeLimits = { lineLengthMax, lineMs: 30_000, idleMs: 60_000 };

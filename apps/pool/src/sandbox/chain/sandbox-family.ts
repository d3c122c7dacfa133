import type { BlockTemplate } from '../../domain/kernel/block-template.ts';

/** What the next block of a sandbox chain must have, whatever its family. */
export interface NextBlock {
  /** Of the chain. */
  readonly chain: string;
  readonly height: number;
  /** Hash of the block below, as printed. */
  readonly previous: string;
  /** The target in Bitcoin's compact form. */
  readonly bits: number;
  /** Expected hashes for it. */
  readonly networkWork: bigint;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** What the coinbase pays, in units of 10^-18. */
  readonly reward: bigint;
  readonly clean: boolean;
}

/** A block that was submitted, as far as it can be read without its chain. */
export interface ReadBlock {
  /** As printed. */
  readonly hash: string;
  readonly previous: string;
  readonly bits: number;
  /** Why it is no block of the chain; undefined for a sound one. `next` is what the chain gives work for, `next.now` this moment. */
  faultOf(next: NextBlock): string | undefined | Promise<string | undefined>;
}

/** How blocks of a family are made and checked. */
export interface SandboxFamily {
  templateOf(next: NextBlock): BlockTemplate;
  /** The block of a submission, or in words why it is none. */
  read(submission: Uint8Array): ReadBlock | string;
}

const timeAheadMaxMs = 7_200_000;

/** What every family asks of a block: its hash as a number, and its time in ms. */
export function commonFaultOf(
  { target, hash, at }: { readonly target: bigint; readonly hash: bigint; readonly at: number },
  now: number,
): string | undefined {
  if (hash > target) return 'the hash does not meet its target';
  return at > now + timeAheadMaxMs ? 'the time lies too far ahead' : undefined;
}

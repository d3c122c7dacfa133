import { targetBytes } from '../core/difficulty.ts';
import { ShareMemory } from '../core/duplicates.ts';
import type { Solution, UpstreamJob } from './client-dialect.ts';

const contentsMax = 64;
/** Sent of one content: at ten a second almost two hours. */
const sentMax = 65_536;

interface OfContent {
  readonly judged: ShareMemory;
  readonly sent: Set<string>;
}

/**
 * The shares of an upstream that are known, over all connections to it, told apart by the content of their job: a pool gives the same
 * content under two names, with another difficulty, or again after it was lost. `full` counts as little as `duplicate`: whether the share
 * is known is not.
 */
export class KnownShares {
  readonly #byContent = new Map<string, OfContent>();

  /** Before a share counts by our own verifier. `proof`: its hash, which no other share has. */
  judge({ content }: UpstreamJob, proof: bigint): 'new' | 'duplicate' | 'full' {
    return this.#of(content).judged.remember(targetBytes(proof));
  }

  /** Before one is sent: pools shut out a whole address for a few duplicates. Told apart by everything that was filled in. */
  send({ content, room }: UpstreamJob, found: Solution): 'new' | 'duplicate' | 'full' {
    const { sent } = this.#of(content);
    const key = room.prefix + keyOf(found);
    if (sent.has(key)) return 'duplicate';
    if (sent.size >= sentMax) return 'full';
    sent.add(key);
    return 'new';
  }

  #of(content: string): OfContent {
    const shares = this.#byContent.get(content) ?? { judged: new ShareMemory(), sent: new Set() };
    // The content that was used last is forgotten last.
    this.#byContent.delete(content);
    this.#byContent.set(content, shares);
    for (const oldest of this.#byContent.keys()) {
      if (this.#byContent.size <= contentsMax) break;
      this.#byContent.delete(oldest);
    }
    return shares;
  }
}

/** A solution of Equihash is long, and its first bytes tell it from all others of the same nonce. */
const bytesKept = 32;

function keyOf(found: Solution): string {
  const { free, ...others } = found;
  const parts = Object.entries(others)
    .filter(([name]) => !followsFromNonce.has(name))
    .map(
      ([name, value]) =>
        `${name}=${value instanceof Uint8Array ? value.subarray(0, bytesKept).join() : String(value)}`,
    );
  return [free, ...parts.toSorted()].join();
}

/** Fields that a nonce has one right value for: with another one it is the same share, and false. */
const followsFromNonce: ReadonlySet<string> = new Set(['mix', 'result']);

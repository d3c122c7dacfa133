import { targetBytes } from '../core/difficulty.ts';
import { ShareMemory } from '../core/duplicates.ts';
import type { Solution, UpstreamJob } from './client-dialect.ts';

/** Contents without an open job that are remembered besides, for a pool that gives one again. */
const closedMax = 64;
/** Sent of one content: at ten a second almost two hours. */
const sentMax = 65_536;

interface OfContent {
  readonly judged: ShareMemory;
  readonly sent: Set<string>;
  /** Open jobs with this content, on all connections. */
  jobs: number;
}

/**
 * The shares of an upstream that are known, over all connections to it, told apart by the content of their job: a pool gives the same
 * content under two names, with another difficulty, or again after it was lost. What an open job has is never forgotten. `full` counts as
 * little as `duplicate`: whether the share is known is not.
 */
export class KnownShares {
  readonly #open = new Map<string, OfContent>();
  /** The one that was closed last is forgotten last. */
  readonly #closed = new Map<string, OfContent>();

  /** A job takes shares from now on. */
  openJob({ content }: UpstreamJob): void {
    const known = this.#open.get(content) ?? this.#closed.get(content);
    const shares = known ?? { judged: new ShareMemory(), sent: new Set<string>(), jobs: 0 };
    shares.jobs += 1;
    this.#closed.delete(content);
    this.#open.set(content, shares);
  }

  /** It takes none any more. */
  closeJob({ content }: UpstreamJob): void {
    const shares = this.#open.get(content);
    if (shares === undefined || --shares.jobs > 0) return;
    this.#open.delete(content);
    this.#closed.set(content, shares);
    for (const oldest of this.#closed.keys()) {
      if (this.#closed.size <= closedMax) break;
      this.#closed.delete(oldest);
    }
  }

  /** Before a share of an open job counts by our own verifier. `proof`: its hash, which no other share has; `hash`: the same, as bytes. */
  judge({ content }: UpstreamJob, proof: bigint, hash = targetBytes(proof)): 'new' | 'duplicate' | 'full' {
    return this.#open.get(content)?.judged.remember(hash) ?? 'full';
  }

  isJudged({ content }: UpstreamJob, proof: bigint, hash = targetBytes(proof)): boolean {
    return this.#open.get(content)?.judged.knows(hash) === true;
  }

  /** Before one is sent: pools shut out a whole address for a few duplicates. Told apart by everything that was filled in. */
  send({ content, room }: UpstreamJob, found: Solution): 'new' | 'duplicate' | 'full' {
    const sent = this.#open.get(content)?.sent;
    const key = room.prefix + keyOf(found);
    if (sent?.has(key) === true) return 'duplicate';
    if (sent === undefined || sent.size >= sentMax) return 'full';
    sent.add(key);
    return 'new';
  }

  /** It was not sent after all. */
  unsend({ content, room }: UpstreamJob, found: Solution): void {
    this.#open.get(content)?.sent.delete(room.prefix + keyOf(found));
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

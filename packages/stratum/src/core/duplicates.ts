/** Shares that one job may take before new ones are refused. The next job comes at half of it. */
const sharesRememberedMax = 1_048_576;

const shardCount = 64;
const firstSlots = 16;
const none: (Shard | undefined)[] = [];

/**
 * Remembers which shares of a job were accepted, by the hash of their header. The header commits to every decoded byte
 * that makes a share (extranonces, time, nonce, version bits), so no spelling of a share counts twice. 64 bits of the
 * hash are kept: at a million shares two different ones collide with a chance below one in ten million, and the loser is
 * refused as a duplicate.
 */
export class ShareMemory {
  readonly #max: number;
  readonly #onHalfFull: (() => void) | undefined;
  #shards: (Shard | undefined)[] = none;
  #size = 0;

  constructor(max = sharesRememberedMax, onHalfFull?: () => void) {
    this.#max = max;
    this.#onHalfFull = onHalfFull;
  }

  get size(): number {
    return this.#size;
  }

  /** Whether this share was taken in before. */
  knows(hash: Uint8Array): boolean {
    const place = uint32(hash, 0);
    const shard = this.#shards[place % shardCount];
    if (shard === undefined) return false;
    return shard.words[findSlot(shard, place >>> 6, uint32(hash, 4), uint32(hash, 8) || 1) + 1] !== 0;
  }

  /** Takes in the hash of a share, 32 bytes. A full memory refuses what is new and forgets nothing. */
  remember(hash: Uint8Array): 'new' | 'duplicate' | 'full' {
    // The low end of the hash is evenly spread whatever the target; proof of work makes zeros at the high end only.
    const place = uint32(hash, 0);
    const shardIndex = place % shardCount;
    // Most private jobs never take a share.
    if (this.#shards === none) this.#shards = Array.from({ length: shardCount }, () => undefined);
    const shard = (this.#shards[shardIndex] ??= createShard(firstSlots));
    const low = uint32(hash, 4);
    const high = uint32(hash, 8) || 1;
    const slot = findSlot(shard, place >>> 6, low, high);
    if (shard.words[slot + 1] !== 0) return 'duplicate';
    if (this.#size >= this.#max) return 'full';
    shard.words[slot] = low;
    shard.words[slot + 1] = high;
    shard.places[slot >>> 1] = place >>> 6;
    shard.count++;
    this.#size++;
    if (shard.count * 4 > shard.places.length * 3) this.#shards[shardIndex] = grow(shard);
    if (this.#size === Math.ceil(this.#max / 2)) this.#onHalfFull?.();
    return 'new';
  }
}

/** An open-addressed table; it is one of many so that growing one never takes long. */
interface Shard {
  /** Two words for each slot; the second is zero in an empty one. */
  readonly words: Uint32Array;
  /** Where the entry of each slot wants to be, for growing. */
  readonly places: Uint32Array;
  count: number;
}

function createShard(slots: number): Shard {
  return { words: new Uint32Array(slots * 2), places: new Uint32Array(slots), count: 0 };
}

/** The index in `words` of this entry, or of the empty slot where it belongs. */
function findSlot(shard: Shard, place: number, low: number, high: number): number {
  const last = shard.places.length - 1;
  const words = shard.words;
  for (let slot = place & last; ; slot = (slot + 1) & last) {
    const kept = words[slot * 2 + 1];
    if (kept === 0 || (kept === high && words[slot * 2] === low)) return slot * 2;
  }
}

function grow(shard: Shard): Shard {
  const larger = createShard(shard.places.length * 2);
  for (let index = 0; index < shard.places.length; index++) {
    const low = shard.words[index * 2] ?? 0;
    const high = shard.words[index * 2 + 1] ?? 0;
    if (high === 0) continue;
    const place = shard.places[index] ?? 0;
    const slot = findSlot(larger, place, low, high);
    larger.words[slot] = low;
    larger.words[slot + 1] = high;
    larger.places[slot >>> 1] = place;
  }
  larger.count = shard.count;
  return larger;
}

function uint32(bytes: Uint8Array, at: number): number {
  return (
    ((bytes[at] ?? 0) |
      ((bytes[at + 1] ?? 0) << 8) |
      ((bytes[at + 2] ?? 0) << 16) |
      ((bytes[at + 3] ?? 0) << 24)) >>>
    0
  );
}

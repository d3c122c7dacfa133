import { targetOfBits, workOfTarget } from '@openlode/stratum/core/difficulty';
import type {
  BlockState,
  BlockTemplate,
  Chain,
  RewardLine,
  SubmitOutcome,
} from '../../domain/kernel/chain.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { BlockFile, StoredBlock } from './block-file.ts';
import { compactOf, targetOfWork } from './compact-target.ts';
import { parseSandboxBlock, printSandboxBlock } from './sandbox-block.ts';
import { freeBytes, sandboxCoinbase } from './sandbox-coinbase.ts';
import { sandboxWork, sandboxWorkMin } from './sandbox-difficulty.ts';
import { sha256d } from './sha256d.ts';

export interface SandboxChainOptions {
  readonly name: string;
  readonly algorithm: string;
  /** What a block pays; the coins of merged mining follow the first one, whose amount the coinbase carries. */
  readonly rewards: readonly [RewardLine, ...RewardLine[]];
  readonly clock: Clock;
  readonly file: BlockFile;
  /** The hash of a header that must meet the target; the header's SHA-256d names the block on every chain. */
  readonly proofOfWork?: (header: Uint8Array) => Uint8Array;
  /** The lowest work of a block: some twenty seconds of hashing in JavaScript. */
  readonly workMin?: bigint;
}

export interface SandboxChain extends Chain {
  readonly kind: 'sandbox';
  /**
   * Makes the next template as easy as work gets: for the sandbox control, so that a journey need not wait for luck. Each call makes a
   * block of its own easy, also while the one before is found and not submitted yet.
   */
  easeNextBlock(work: bigint): void;
  close(): void;
}

const nothing = new Uint8Array(0);
const genesis = '0'.repeat(64);
const matureAfterMs = 10_000;
const timeAheadMaxS = 7200;

/**
 * A chain of one pool, with real proof of work: every block is checked like any other chain would, from the header's link to
 * the hash. What it lacks are other miners, and coins that are worth something. It keeps its blocks in a file of its own,
 * because it stands for the world outside: the pool's database knows of it only what the chain says.
 */
export function openSandboxChain(options: SandboxChainOptions): SandboxChain {
  const { name, algorithm, rewards, clock, file, proofOfWork = sha256d, workMin = sandboxWorkMin } = options;
  const reward = rewards[0].amount;
  const byHash = new Map<string, StoredBlock>(file.blocks.map((block) => [block.hash, block]));
  const listeners = new Set<(template: BlockTemplate) => void>();
  let tip = file.blocks.at(-1);
  /** The compact target that the next block is eased to. */
  let eased: number | undefined;
  /** The targets of all that was eased on this tip. */
  let easings = new Set<number>();
  /** The compact targets that templates on this tip have had; a block must carry one of them. */
  let issued = new Map<number, bigint>();
  let current = makeTemplate(true);

  function makeTemplate(clean: boolean): BlockTemplate {
    const height = (tip?.height ?? 0) + 1;
    const regular = tip === undefined ? workMin : sandboxWork(tip.work, clock.now() - tip.at, workMin);
    const bits = eased ?? compactOf(targetOfWork(regular));
    const networkWork = workOfTarget(targetOfBits(bits));
    if (clean) {
      issued = new Map();
      easings = new Set();
    }
    if (eased !== undefined) easings.add(bits);
    issued.set(bits, networkWork);
    const { prefix, suffix } = sandboxCoinbase(height, reward);
    return {
      chain: name,
      height,
      previousHash: fromDisplay(tip?.hash ?? genesis),
      coinbasePrefix: prefix,
      coinbaseSuffix: suffix,
      merkleBranch: [sha256d(otherTransaction(height))],
      version: 0x20000000,
      bits,
      time: Math.floor(clock.now() / 1000),
      networkWork,
      clean,
      submissionOf: (header, coinbase) =>
        printSandboxBlock({ header, transactions: [coinbase, otherTransaction(height)] }),
    };
  }

  /** A little harder where this tip has had that target: a block then says which call it answers. */
  function easingOf(work: bigint): number {
    const bits = compactOf(targetOfWork(work));
    return easings.has(bits) ? easingOf(work + work / 1024n + 1n) : bits;
  }

  function renew(clean: boolean): void {
    current = makeTemplate(clean);
    for (const listener of listeners) listener(current);
  }

  function submit(submission: Uint8Array): SubmitOutcome {
    const { header, transactions } = parseSandboxBlock(submission);
    const hash = toDisplay(sha256d(header));
    if (byHash.has(hash)) return { kind: 'duplicate', rewards };
    const parts = parseHeader(header);
    if (parts === undefined) return { kind: 'invalid', why: 'the header is not 80 bytes', nodes: [name] };
    if (parts.previous !== (tip?.hash ?? genesis)) return { kind: 'stale' };
    const fault = faultOf(parts, header, transactions);
    if (fault !== undefined) return { kind: 'invalid', why: fault, nodes: [name] };

    const block: StoredBlock = {
      height: current.height,
      hash,
      previous: parts.previous,
      work: issued.get(parts.bits) ?? workMin,
      reward,
      at: clock.now(),
      submission: new Uint8Array(submission),
    };
    file.append(block);
    byHash.set(hash, block);
    // An eased block says nothing about how fast the miners are: the difficulty goes on from the one before it.
    tip = easings.has(parts.bits) ? { ...block, work: tip?.work ?? workMin } : block;
    if (parts.bits === eased) eased = undefined;
    renew(true);
    return { kind: 'accepted', rewards };
  }

  function faultOf(
    parts: HeaderParts,
    header: Uint8Array,
    [coinbase = nothing, other]: readonly Uint8Array[],
  ): string | undefined {
    const { coinbasePrefix: prefix, coinbaseSuffix: suffix, height } = current;
    if (!issued.has(parts.bits)) return 'the target was never given out';
    if (BigInt(`0x${toDisplay(proofOfWork(header))}`) > targetOfBits(parts.bits)) {
      return 'the hash does not meet its target';
    }
    if (parts.time > clock.now() / 1000 + timeAheadMaxS) return 'the time lies too far ahead';
    const middle = coinbase.length - prefix.length - suffix.length;
    const ours =
      middle === freeBytes &&
      startsWith(coinbase, prefix) &&
      startsWith(coinbase.subarray(-suffix.length), suffix);
    if (!ours) return 'the coinbase is not the one that was given out';
    // A block of an earlier release came without it.
    const second = other ?? otherTransaction(height);
    if (Buffer.compare(second, otherTransaction(height)) !== 0)
      return 'a transaction is not the one that was given out';
    const root = sha256d(Buffer.concat([sha256d(coinbase), sha256d(second)]));
    return Buffer.compare(root, parts.merkleRoot) === 0 ? undefined : 'the merkle root does not match';
  }

  return {
    name,
    algorithm,
    kind: 'sandbox',
    template: () => {
      current = makeTemplate(false);
      return current;
    },
    onTemplate: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    submitBlock: async (submission) => submit(submission),
    stateOf: async (hash): Promise<BlockState> => {
      const block = byHash.get(hash);
      if (block === undefined) return 'unknown';
      return clock.now() - block.at >= matureAfterMs ? 'mature' : 'immature';
    },
    ownBlocks: async (aboveHeight) =>
      [...byHash.values()].flatMap(({ height, hash, at, work, submission }) =>
        height > aboveHeight && submission !== undefined
          ? [{ height, hash, foundAt: at, networkWork: work, submission }]
          : [],
      ),
    easeNextBlock: (work) => {
      eased = easingOf(work);
      renew(false);
    },
    close: () => file.close(),
  };
}

interface HeaderParts {
  /** As printed. */
  readonly previous: string;
  readonly merkleRoot: Uint8Array;
  readonly time: number;
  readonly bits: number;
}

function parseHeader(header: Uint8Array): HeaderParts | undefined {
  if (header.length !== 80) return undefined;
  const view = Buffer.from(header);
  return {
    previous: toDisplay(view.subarray(4, 36)),
    merkleRoot: view.subarray(36, 68),
    time: view.readUInt32LE(68),
    bits: view.readUInt32LE(72),
  };
}

/** A second transaction, so that miners and listeners really fold a merkle branch. */
function otherTransaction(height: number): Uint8Array {
  return Buffer.from(`openlode sandbox transaction of block ${height}`, 'latin1');
}

function toDisplay(hash: Uint8Array): string {
  return Buffer.from(hash).reverse().toString('hex');
}

function fromDisplay(hash: string): Uint8Array {
  return Buffer.from(hash, 'hex').reverse();
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  return Buffer.compare(bytes.subarray(0, start.length), start) === 0;
}

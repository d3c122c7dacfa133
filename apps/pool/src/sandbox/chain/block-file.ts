import { openAppendLog } from '../../runtime/append-log/append-log.ts';

export interface StoredBlock {
  readonly height: number;
  readonly hash: string;
  readonly previous: string;
  /** Expected hashes for it. */
  readonly work: bigint;
  /** In units of 10^-18. */
  readonly reward: bigint;
  readonly at: number;
  /** The block as it was submitted; undefined in files of before. */
  readonly submission?: Uint8Array;
}

/** The sandbox chain's own memory: a line a block, on disk before the block counts as accepted. */
export interface BlockFile {
  readonly blocks: readonly StoredBlock[];
  append(block: StoredBlock): void;
  close(): void;
}

export function openBlockFile(path: string): BlockFile {
  const log = openAppendLog(path);
  return {
    blocks: log.lines.map(parseBlock),
    append: (block) => {
      const { height, hash, previous, at } = block;
      const submission = block.submission && Buffer.from(block.submission).toString('hex');
      const line = {
        height,
        hash,
        previous,
        work: `${block.work}`,
        reward: `${block.reward}`,
        at,
        submission,
      };
      log.append(JSON.stringify(line));
    },
    close: () => log.close(),
  };
}

function parseBlock(line: string): StoredBlock {
  const { submission, work, reward, ...block } = JSON.parse(line) as Omit<
    StoredBlock,
    'work' | 'reward' | 'submission'
  > & { work: string; reward: string; submission?: string };
  return {
    ...block,
    work: BigInt(work),
    reward: BigInt(reward),
    ...(submission === undefined ? {} : { submission: new Uint8Array(Buffer.from(submission, 'hex')) }),
  };
}

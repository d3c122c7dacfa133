import { compactOf, targetOfBits } from '@openlode/stratum/core/difficulty';
import { fieldsOf, hex, UnreadableAnswer } from '../nodes/node-answers.ts';
import { type Ask, valueOf } from '../nodes/node-protocol.ts';
import type { ChainFacts } from './chain-facts.ts';
import { plainHeader } from './block-header.ts';
import type { NodeTemplate } from './read-template.ts';

const bitsAt = 72;
/** A target changes by this factor at most, and is then rounded down to its compact form. */
const changeMax = 4n;
const keptMax = 64;

/** What of a template is held against the block below it. */
export type TargetFacts = Pick<NodeTemplate, 'height' | 'previous' | 'bits'>;

/** Holds the target of a template against that of the block below it, whose header its hash vouches for. */
export class ParentTargets {
  readonly #facts: Pick<ChainFacts, 'retargetBlocks' | 'header'>;
  readonly #bits = new Map<string, number>();

  constructor(facts: Pick<ChainFacts, 'retargetBlocks' | 'header'>) {
    this.#facts = facts;
  }

  /** @throws UnreadableAnswer where the chain cannot have the template's target, or the node does not show the header */
  async check({ height, previous, bits }: TargetFacts, ask: Ask): Promise<void> {
    const below = this.#bits.get(previous) ?? (await askBits(previous, ask, this.#facts));
    this.#bits.set(previous, below);
    for (const oldest of this.#bits.keys()) if (this.#bits.size > keptMax) this.#bits.delete(oldest);
    const [target, parent] = [targetOfBits(bits), targetOfBits(below)];
    const isChange = height % this.#facts.retargetBlocks === 0;
    const isPossible = isChange
      ? target <= parent * changeMax && target >= targetOfBits(compactOf(parent / changeMax))
      : bits === below;
    if (isPossible) return;
    throw new UnreadableAnswer(
      `it names the target ${digits(bits)}, which the chain cannot have on a block with ${digits(below)}`,
    );
  }
}

async function askBits(
  hash: string,
  ask: Ask,
  { header: rules = plainHeader }: Pick<ChainFacts, 'header'>,
): Promise<number> {
  const answer = valueOf(await ask('getblockheader', [hash, false]));
  const bytes = Buffer.from(hex(fieldsOf({ header: answer }, 'getblockheader'), 'header'));
  // A merged-mined chain has its proof behind the header.
  const header = bytes.subarray(0, rules.bytes);
  if (header.length < rules.bytes || rules.nameOf(header) !== hash)
    throw new UnreadableAnswer('it shows a header that is not that of its newest block');
  return header.readUInt32LE(bitsAt);
}

function digits(bits: number): string {
  return bits.toString(16).padStart(8, '0');
}

import { compactOf, targetOfBits, workOfTarget } from '@openlode/stratum/core/difficulty';
import type { BlockTemplate } from '../../domain/kernel/block-template.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { StoredBlock } from './block-file.ts';
import { targetOfWork } from './compact-target.ts';
import { sandboxWork } from './sandbox-difficulty.ts';
import type { NextBlock, SandboxFamily } from './sandbox-family.ts';

const genesis = '0'.repeat(64);

export interface TemplateRules {
  /** Of the chain. */
  readonly name: string;
  /** What the coinbase pays. */
  readonly reward: bigint;
  readonly clock: Clock;
  /** The lowest work of a block. */
  readonly workMin: bigint;
  readonly family: SandboxFamily;
  /** Hashes that make one attempt at a target: 1, unless a hash must also meet a second condition. */
  readonly hashesPerAttempt?: bigint;
}

/** The templates of a sandbox chain on its newest block, and which targets they had: a block must carry one of them. */
export class SandboxTemplates {
  readonly #rules: TemplateRules;
  #tip: StoredBlock | undefined;
  /** The compact target that the next block is eased to. */
  #eased: number | undefined;
  /** The targets of all that was eased on this tip. */
  readonly #easings = new Set<number>();
  /** The work of each compact target that templates on this tip have had. */
  readonly #issued = new Map<number, bigint>();
  #current: BlockTemplate;
  /** What the current one is made of. */
  #next: NextBlock | undefined;

  constructor(rules: TemplateRules, tip: StoredBlock | undefined) {
    this.#rules = rules;
    this.#tip = tip;
    this.#current = this.#make(true);
  }

  get current(): BlockTemplate {
    return this.#current;
  }

  /** What a block must have that is submitted at this moment. */
  get next(): NextBlock {
    if (this.#next === undefined) throw new Error('there is no template');
    return { ...this.#next, now: this.#rules.clock.now() };
  }

  /** The hash of the newest block, as printed. */
  get tipHash(): string {
    return this.#tip?.hash ?? genesis;
  }

  /** The work of a target that a template on this tip has had. */
  workOf(bits: number): bigint | undefined {
    return this.#issued.get(bits);
  }

  /** A template at this moment, on the same tip. */
  renew(): BlockTemplate {
    this.#current = this.#make(false);
    return this.#current;
  }

  /** Makes the next block as easy as this work; a little harder where this tip has had that target, so that a block says which call it answers. */
  ease(work: bigint): BlockTemplate {
    const bits = this.#bitsOf(work);
    if (this.#easings.has(bits)) return this.ease(work + work / 1024n + 1n);
    this.#eased = bits;
    return this.renew();
  }

  /** Goes on from a new block, whose header carried these bits. */
  extend(block: StoredBlock, bits: number): BlockTemplate {
    // An eased block says nothing about how fast the miners are: the difficulty goes on from the one before it.
    this.#tip = this.#easings.has(bits) ? { ...block, work: this.#tip?.work ?? this.#rules.workMin } : block;
    if (bits === this.#eased) this.#eased = undefined;
    this.#issued.clear();
    this.#easings.clear();
    this.#current = this.#make(true);
    return this.#current;
  }

  #make(clean: boolean): BlockTemplate {
    const { name, reward, clock, family } = this.#rules;
    const height = (this.#tip?.height ?? 0) + 1;
    const bits = this.#eased ?? this.#bitsOf(this.#regularWork());
    const networkWork = workOfTarget(targetOfBits(bits)) * (this.#rules.hashesPerAttempt ?? 1n);
    if (this.#eased !== undefined) this.#easings.add(bits);
    this.#issued.set(bits, networkWork);
    const next = { chain: name, height, previous: this.tipHash, bits, networkWork, reward, clean };
    this.#next = { ...next, now: clock.now() };
    return family.templateOf(this.#next);
  }

  #bitsOf(work: bigint): number {
    return compactOf(targetOfWork(work / (this.#rules.hashesPerAttempt ?? 1n)));
  }

  #regularWork(): bigint {
    const { clock, workMin } = this.#rules;
    return this.#tip === undefined
      ? workMin
      : sandboxWork(this.#tip.work, clock.now() - this.#tip.at, workMin);
  }
}

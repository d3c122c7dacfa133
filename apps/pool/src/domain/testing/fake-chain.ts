import type { BlockState, Chain, RewardLine, SubmitOutcome } from '../kernel/chain.ts';
import type { BlockCandidate } from '../rounds/block-candidate.ts';
import { dogeMiner } from './build-work.ts';
import { testStart } from './create-test-context.ts';
import { simulatedKind } from '../kernel/pool-kind.ts';

export interface FakeChain extends Chain {
  answer: SubmitOutcome;
  state: BlockState;
  submitted: number;
  /** What was submitted, in order. */
  readonly submissions: Uint8Array[];
}

/** A fake chain at the edge of the system: it says what the suite tells it to. */
export function fakeChain(rewards: RewardLine[]): FakeChain {
  return {
    name: 'fake',
    algorithm: 'sha256',
    kind: simulatedKind,
    answer: { kind: 'accepted', rewards },
    state: 'mature',
    submitted: 0,
    submissions: [],
    template: () => {
      throw new Error('this chain gives no work');
    },
    onTemplate: () => () => undefined,
    async submitBlock(submission) {
      this.submitted += 1;
      this.submissions.push(submission);
      return this.answer;
    },
    async stateOf() {
      return this.state;
    },
  };
}

/** A block of the fake chain; `hash` is one hex digit. */
export function buildCandidate(hash: string, overrides: Partial<BlockCandidate> = {}): BlockCandidate {
  return {
    algorithm: 'sha256',
    chain: 'fake',
    height: 5,
    hash: hash.repeat(64),
    submission: new Uint8Array(9).fill(2),
    networkWork: 50n,
    miner: dogeMiner,
    worker: 'rig1',
    foundAt: testStart + 1000,
    ...overrides,
  };
}

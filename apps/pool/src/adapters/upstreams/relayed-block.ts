import { hash } from 'node:crypto';
import type { BlockName, ClientDialect, Solution } from '@openlode/stratum/upstream/client-dialect';
import type { RelayedAnswer } from '../../domain/kernel/relayed-block.ts';
import type { RelayClass } from './relay-counts.ts';
import type { WaitingShare } from './waiting-shares.ts';

/** A share that was sent on and is a block of the upstream's network, and what that said of it. */
export interface RelayedBlock extends BlockName {
  readonly answer: RelayedAnswer;
}

/** What nodes call the block of a share that was sent on, and what the upstream said of it; undefined where the dialect does not say it. */
export function relayedBlockOf<Work, Found extends Solution>(
  dialect: Pick<ClientDialect<Work, Found>, 'blockOf'>,
  { job, found, isLate }: Pick<WaitingShare<Work, Found>, 'job' | 'found' | 'isLate'>,
  as: RelayClass,
): RelayedBlock | undefined {
  const name = dialect.blockOf?.(job, found, sha256dInto);
  return name && { ...name, answer: answerOf(as, isLate) };
}

function answerOf(as: RelayClass, isLate: boolean): RelayedAnswer {
  if (as === 'accepted' || as === 'unsent') return as;
  if (isLate) return 'late';
  return as === 'unknown' ? 'unanswered' : 'refused';
}

function sha256dInto(input: Uint8Array, output: Uint8Array): void {
  output.set(hash('sha256', hash('sha256', input, 'buffer'), 'buffer'));
}

import type { SendVerdict } from '../send-verdicts.ts';
import type { RpcOutcome } from '../../chains/nodes/rpc-answer.ts';

/** As in Bitcoin's `rpc/protocol.h`. */
const alreadyInChain = -27;
const verifyError = -25;

/** What each refusal is about, by the node's own words; the first that fits. Nothing follows from it but a sentence for the operator. */
const meanings: readonly (readonly [RegExp, string])[] = [
  [/missing-?inputs|missingorspent/i, 'a coin that it spends is spent, or not known here'],
  [/(?:mem|tx)pool-conflict|rejecting replacement/i, 'another transaction that waits spends the same coin'],
  [/fee not met|insufficient fee|mempool full|min relay fee/i, 'its fee is too low at the moment'],
  [/too-long-mempool-chain/i, 'too many transactions that wait depend on each other'],
  [/dust/i, 'it pays less than the network takes'],
];

/** Reads the answer to `sendrawtransaction`. */
export function sendVerdict(outcome: RpcOutcome): SendVerdict {
  switch (outcome.kind) {
    case 'result':
      return { kind: 'taken' };
    case 'refused': {
      const { code, why } = outcome;
      if (
        code === alreadyInChain ||
        /already in (?:block chain|mempool)|already-in-mempool|txn-already-known/i.test(why)
      )
        return { kind: 'taken' };
      const meaning =
        meanings.find(([pattern]) => pattern.test(why))?.[1] ??
        (code === verifyError ? 'a coin that it spends is spent, or not known here' : undefined);
      return { kind: 'refused', why: meaning === undefined ? why : `${meaning} (${why})` };
    }
    case 'busy':
    case 'unauthorized':
    case 'unanswered':
      return { kind: 'unknown', why: outcome.why };
  }
}

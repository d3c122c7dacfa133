import { UnreadableAnswer } from '../../../chains/nodes/node-answers.ts';
import type { CallOptions, NodeRpc, Params } from '../../../chains/nodes/node-rpc.ts';
import type { RpcOutcome } from '../../../chains/nodes/rpc-answer.ts';

/** As Bitcoin Core says that it does not know a transaction, a coin or a block. */
export const notKnown: RpcOutcome = { kind: 'refused', code: -5, why: 'it does not know it' };

export function result(value: unknown): RpcOutcome {
  return { kind: 'result', value };
}

/** Another reading of a result. */
export function mapResult(outcome: RpcOutcome, read: (value: unknown) => unknown): RpcOutcome {
  return outcome.kind === 'result' ? result(read(outcome.value)) : outcome;
}

/** A refusal in these words means that it is not known. */
export function orNotKnown(outcome: RpcOutcome, words: string): RpcOutcome {
  return outcome.kind === 'refused' && outcome.why === words ? notKnown : outcome;
}

/** Asks one server. */
export type Ask = (method: string, params?: Params) => Promise<RpcOutcome>;

/** Throws `UnreadableAnswer` where an answer cannot be read. */
export type Translated = (params: readonly unknown[], options?: CallOptions) => Promise<RpcOutcome>;

/** A client that translates these calls, and passes on all others. */
export function translating(rpc: NodeRpc, calls: Readonly<Record<string, Translated>>): NodeRpc {
  return {
    async call(method, params, options) {
      if (!Object.hasOwn(calls, method)) return rpc.call(method, params, options);
      try {
        return (await calls[method]?.(inOrder(params), options)) ?? notKnown;
      } catch (error) {
        if (error instanceof UnreadableAnswer) return { kind: 'unanswered', why: error.message };
        throw error;
      }
    },
    close: () => rpc.close(),
  };
}

function inOrder(params: Params = []): readonly unknown[] {
  return Array.isArray(params) ? (params as readonly unknown[]) : Object.values(params);
}

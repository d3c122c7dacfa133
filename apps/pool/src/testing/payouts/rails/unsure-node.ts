import type { NodeRpc, Params } from '../../../adapters/chains/nodes/node-rpc.ts';
import type { RpcOutcome } from '../../../adapters/chains/nodes/rpc-answer.ts';
import type { SeededRandom } from '../../simulation/seeded-random.ts';

/** What a node that lies says in place of its answer; the answer itself where it has nothing to lie about. */
export type Lie = (
  asked: { readonly method: string; readonly params: Params },
  outcome: RpcOutcome,
) => RpcOutcome | Promise<RpcOutcome>;

/** How a node behaves towards the pool. The node itself goes on as it is. */
export interface NodeMood {
  /** Calls of a hundred that do not reach it, and whose answer does not come back. */
  unreached: number;
  unanswered: number;
  /** It answers nothing at all. */
  isSilent: boolean;
  lie: Lie | undefined;
}

export function soundMood(): NodeMood {
  return { unreached: 0, unanswered: 0, isSilent: false, lie: undefined };
}

/** A node, or its wallet, behind a line that is not sure. `count` hears of each fault. */
export function unsureRpc(
  rpc: NodeRpc,
  mood: NodeMood,
  random: SeededRandom,
  count: (fault: string) => void,
): NodeRpc {
  const none: RpcOutcome = { kind: 'unanswered', why: 'the suite keeps it away' };
  return {
    ...rpc,
    async call(method, params = [], options) {
      if (mood.isSilent) return none;
      if (random.percent(mood.unreached)) {
        count('a call that did not reach the node');
        return none;
      }
      const outcome = await rpc.call(method, params, options);
      if (random.percent(mood.unanswered)) {
        count('an answer that was lost');
        return none;
      }
      if (mood.lie === undefined) return outcome;
      const said = await mood.lie({ method, params }, outcome);
      if (said !== outcome) count('a lie of one node');
      return said;
    },
  };
}

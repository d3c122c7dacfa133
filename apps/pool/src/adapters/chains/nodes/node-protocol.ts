import type { NodeRpc, Params } from './node-rpc.ts';
import { isAnswer, type RpcOutcome } from './rpc-answer.ts';
import { UnreadableAnswer } from './node-answers.ts';

/** What following nodes needs of a template. */
export interface TemplateFacts {
  readonly height: number;
  /** The block below, as printed. */
  readonly previous: string;
}

/** What a verdict on a block needs of a node's word about itself. */
export interface StateFacts {
  /** Its newest block. */
  readonly height: number;
}

export type Ask = (method: string, params?: Params) => Promise<RpcOutcome>;

/** How nodes of a family are asked, and what their answers mean. */
export interface NodeProtocol<Template extends TemplateFacts, State extends StateFacts> {
  /** Throws `UnreadableAnswer` where it is a node of another chain or network, or cannot pay the operator. */
  identify(ask: Ask): Promise<void>;
  /** What the node says of itself. Throws `UnreadableAnswer` where it does not answer, `OtherChain` where it calls itself one of another network. */
  askState(ask: Ask): Promise<State>;
  /** Why a node in that state can neither give work nor be a witness, in words for the operator; undefined where it can. */
  unfitReason(state: State): string | undefined;
  /** The call that names its newest block, and that block's hash in the answer. */
  readonly tip: { readonly method: string; readonly hashOf: (answer: unknown) => unknown };
  /** The call that gives work; `read` throws `UnreadableAnswer`. */
  readonly template: {
    readonly method: string;
    readonly params: Params;
    readonly read: (answer: unknown) => Template;
    /** Throws `UnreadableAnswer` where the chain cannot have such a block on the one below. */
    readonly check?: (template: Template, ask: Ask) => Promise<void>;
  };
  /**
   * The call that the node answers once its newest block has this height, or after this many ms at the latest, and that block's hash in the
   * answer; undefined where no node of the family has one.
   */
  readonly waiting?: {
    readonly method: string;
    readonly params: (height: number, ms: number) => Params;
    /** Undefined where the answer is not understood. */
    readonly hashOf: (answer: unknown) => string | undefined;
  };
}

/**
 * Checks a template: undefined where it passes, else why a call of the check went unanswered, which says nothing of the template.
 *
 * @throws UnreadableAnswer where it does not pass
 */
export async function lostAtCheck<Template>(
  check: ((template: Template, ask: Ask) => Promise<void>) | undefined,
  template: Template,
  rpc: NodeRpc,
): Promise<string | undefined> {
  let lost: string | undefined;
  const ask: Ask = async (method, params) => {
    const outcome = await rpc.call(method, params);
    if (!isAnswer(outcome)) lost = outcome.why;
    return outcome;
  };
  try {
    await check?.(template, ask);
    return undefined;
  } catch (error) {
    if (lost === undefined) throw error;
    return lost;
  }
}

/** @throws UnreadableAnswer where there is no result */
export function valueOf(outcome: RpcOutcome): unknown {
  if (outcome.kind !== 'result') throw new UnreadableAnswer(outcome.why);
  return outcome.value;
}

import type { NodeRpc } from './node-rpc.ts';
import type { NodeProtocol, StateFacts, TemplateFacts } from './node-protocol.ts';

/** The next block by one node's word. */
export interface NodeWork<Template extends TemplateFacts> {
  readonly node: string;
  readonly template: Template;
  /** On the clock of the follower, ms. */
  readonly receivedAt: number;
}

export interface FollowerOptions<Template extends TemplateFacts, State extends StateFacts> {
  readonly name: string;
  readonly rpc: NodeRpc;
  readonly protocol: NodeProtocol<Template, State>;
  /** There is other work, or none any more. */
  readonly onWork: () => void;
  /** Why the node gives no work, for the operator; undefined once it does. */
  readonly onProblem: (problem: string | undefined) => void;
  /** The node has said something of itself, or was asked in vain. */
  readonly onState: () => void;
  /** A clock that only goes forward, ms. */
  readonly now: () => number;
  /** Calls `look` whenever the node publishes a new block; answers what ends that. The look at its tip goes on beside it. */
  readonly followTips?: ((look: () => void) => () => void) | undefined;
  readonly intervals?: Partial<Intervals>;
}

/** All in ms. */
export interface Intervals {
  /** Between two looks at the newest block. */
  readonly tipMs: number;
  /** Between two looks at peers and network. */
  readonly stateMs: number;
  /** A template that is older is asked for again: there may be other transactions. */
  readonly refreshMs: number;
  /** After an answer that was none. */
  readonly retryMs: number;
  /** After a template that cannot be read: it may be long, and nothing but a new block is likely to change it. */
  readonly unreadableMs: number;
  /** A node that has left one of its calls unanswered for that time gives no work. */
  readonly silentMs: number;
  /** How long a call waits with the node for its next block. None is made in the first that long of a process. */
  readonly waitMs: number;
}

export const usualIntervals: Intervals = {
  tipMs: 300,
  stateMs: 5000,
  refreshMs: 30_000,
  retryMs: 1000,
  unreadableMs: 10_000,
  silentMs: 20_000,
  waitMs: 5000,
};

import type { Question, Room, Terms, UpstreamJob } from './client-dialect.ts';
import type { ClientFault } from './faults.ts';
import type { UpstreamRefusal } from './refusal-reason.ts';

/** A question that waits for its answer. */
export interface Asked {
  readonly name: Question['name'];
  readonly at: number;
  /** What it is called on the wire where that is not its number. */
  readonly id: string | undefined;
  /** Of a share: what its sender calls it. */
  readonly ticket: number;
  /** A share that was reported as unknown; its answer is still heard for a while. */
  readonly givenUp: boolean;
}

/** One connection to an upstream, as its client knows it. Plain data: each step answers the next one. */
export interface ClientState<Work = unknown> {
  readonly phase: 'greeting' | 'mining' | 'ended';
  readonly terms: Terms;
  readonly asked: ReadonlyMap<number, Asked>;
  readonly nextId: number;
  /** How many questions of the greeting were asked. */
  readonly greeted: number;
  readonly openedAt: number;
  /** When the last job came, and when we showed last that we are there, ms. */
  readonly jobAt: number;
  readonly aliveAt: number;
  /** What came since `from`, of a second; `text` in characters. */
  readonly pace: {
    readonly from: number;
    readonly lines: number;
    readonly text: number;
    readonly jobs: number;
  };
  /** Faults that were let pass since the last job. */
  readonly ignoredFaults: number;
  /** Jobs since the last clean one, by id, prefix, target and content: a repeated one is known by them. */
  readonly recent: readonly string[];
  readonly lastRoom: Room | undefined;
  /** Jobs that came before the login was accepted. */
  readonly early: readonly UpstreamJob<Work>[];
}

export type ClientOutcome<Work = unknown> =
  /** The login was accepted. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'job'; readonly job: UpstreamJob<Work> }
  /** The target of jobs from the next one on. */
  | { readonly kind: 'difficulty'; readonly target: bigint }
  /** `late`: it was reported as unknown before. */
  | { readonly kind: 'accepted'; readonly ticket: number; readonly late: boolean }
  | {
      readonly kind: 'refused';
      readonly ticket: number;
      readonly late: boolean;
      readonly why: UpstreamRefusal;
      readonly text: string;
    }
  /** Not answered in time: the upstream may have counted it or not. */
  | { readonly kind: 'unknown'; readonly ticket: number }
  /** Never sent. */
  | {
      readonly kind: 'unsent';
      readonly ticket: number;
      readonly why: 'malformed' | 'version-bits' | 'busy' | 'not-mining';
    }
  /** The upstream wants us elsewhere; an empty host is its own. Whether to go is not its decision. */
  | {
      readonly kind: 'reconnect';
      readonly host: string;
      readonly port: number | undefined;
      readonly waitSeconds: number;
    }
  /** A sentence for an operator. */
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'fault'; readonly fault: ClientFault; readonly text: string; readonly ends: boolean };

export interface ClientStep<Work = unknown> {
  readonly state: ClientState<Work>;
  /** Whole lines, each with its line feed. */
  readonly lines: readonly string[];
  readonly outcomes: readonly ClientOutcome<Work>[];
}

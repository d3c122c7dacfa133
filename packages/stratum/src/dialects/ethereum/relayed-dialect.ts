import { answer, reject } from '../../core/answers.ts';
import type { Announcement, Dialect } from '../../core/dialect.ts';
import { meetsTarget } from '../../core/difficulty.ts';
import { countShare } from '../../core/judge-share.ts';
import { requestRefusal } from '../../core/refusal-text.ts';
import { type RelayedVerdict, relayedShareEffect, type Seat } from '../../upstream/relayed-share.ts';
import type { Message } from '../../wire/message.ts';
import { notificationLine } from '../../wire/reply.ts';
import { defineEthereumDialect, type EthereumLayout } from './define-dialect.ts';
import { ethereumStratumLayout } from './ethereum-stratum.ts';
import type { EthereumEnv, EthereumState, RelayedPart } from './ethereum-state.ts';
import { ethproxyLayout } from './ethproxy.ts';
import { plainStratumLayout } from './plain-stratum.ts';
import type { OpenRelayedEthereumJob } from './relayed-job.ts';
import {
  announce,
  type EthereumForm,
  type Outcome,
  type PendingEthereumShare,
  isMining,
  repeated,
} from './session.ts';

type RelayedEthereum = Dialect<EthereumState, OpenRelayedEthereumJob>;

const nothing: readonly never[] = [];
const vacant: RelayedPart = {
  seat: undefined,
  current: undefined,
  knownPrefix: undefined,
  followsPrefix: false,
};

/**
 * A layout of Ethereum's Stratum for work that another pool gives without a prefix of the nonce, as ethproxy does. All miners of its
 * connections search one header. Those of EthereumStratum/1.0.0 begin where their lane says; all others where they like. The first to send a
 * share has it, and what it counts is one for all. Input of the verifier: `RelayedEthereumInput`. Verdict: `RelayedVerdict`.
 */
function relayedLayout(
  layout: EthereumLayout,
  { asks: method, tellsPrefix }: { readonly asks: string; readonly tellsPrefix: boolean },
): RelayedEthereum {
  const { form } = layout;
  const own = defineEthereumDialect(layout);
  const asks = (message: Message): boolean => message.kind === 'request' && message.method === method;
  const mayMove = ({ relayed = vacant }: EthereumState): boolean =>
    !tellsPrefix || relayed.knownPrefix === undefined || relayed.followsPrefix;
  return {
    ...own,
    open: (number) => ({ ...own.open(number), relayed: vacant }),
    receive(state, message, env) {
      const { relayed = vacant } = state;
      // One that mines waits for the job of its next seat, with all that log in on it.
      if (asks(message) && relayed.current === undefined && !isMining(state))
        return withoutWork(state, message, form);
      if (tellsPrefix && isFollowing(message)) {
        const following = { ...state, relayed: { ...relayed, followsPrefix: true } };
        return answer(following, form.accepted(message.id));
      }
      const step = own.receive(state, message, env);
      if (!tellsPrefix || !step.state.subscribed) return step;
      if (relayed.knownPrefix !== undefined)
        return step.state.jobs === state.jobs ? step : withExtranonce(step);
      return { ...step, state: { ...step.state, relayed: { ...relayed, knownPrefix: state.prefix } } };
    },
    announce: (state, opened, env) => announceJob(state, opened, form, env),
    complete: (state, share, verdict) =>
      completeShare(state, share as PendingEthereumShare, verdict as RelayedVerdict, form),
    seats: {
      asks,
      mayMove,
      take: (state, seat) => (mayMove(state) ? takeSeat(state, seat as Seat) : undefined),
    },
  };
}

/** What ports of relayed Ethash and Etchash speak. */
export const relayedEthereum = [
  relayedLayout(ethproxyLayout, { asks: 'eth_submitLogin', tellsPrefix: false }),
  relayedLayout(ethereumStratumLayout, { asks: 'mining.subscribe', tellsPrefix: true }),
  relayedLayout(plainStratumLayout, { asks: 'mining.subscribe', tellsPrefix: false }),
] as const;

function isFollowing(message: Message): message is Extract<Message, { kind: 'request' }> {
  return message.kind === 'request' && message.method === 'mining.extranonce.subscribe';
}

/** The miner goes to the next pool of its list. */
function withoutWork(state: EthereumState, message: Message, form: EthereumForm): Outcome {
  const id = message.kind === 'request' ? message.id : null;
  return {
    state,
    replies: [form.refusal(id, 20, requestRefusal.noWork)],
    effects: [{ kind: 'disconnect', reason: 'login-refused' }],
  };
}

/** A job that is given at a login follows the prefix of its seat, which may have changed since the session was subscribed. */
function withExtranonce(step: Outcome): Outcome {
  const { relayed = vacant, prefix } = step.state;
  if (relayed.knownPrefix === prefix) return step;
  const [accepted, ...work] = step.replies;
  return {
    ...step,
    state: { ...step.state, relayed: { ...relayed, knownPrefix: prefix } },
    replies: [...(accepted === undefined ? [] : [accepted]), setExtranonce(prefix), ...work],
  };
}

function setExtranonce(prefix: string): string {
  return notificationLine('mining.set_extranonce', [prefix]);
}

/** Nothing that the session was given before holds. */
function takeSeat(state: EthereumState, seat: Seat): EthereumState {
  const { relayed = vacant } = state;
  return {
    ...state,
    prefix: seat.room.begin ?? state.prefix,
    jobs: [],
    relayed: { ...relayed, seat, current: undefined },
  };
}

function announceJob(
  before: EthereumState,
  current: OpenRelayedEthereumJob,
  form: EthereumForm,
  env: EthereumEnv,
): Announcement<EthereumState> {
  const { relayed = vacant, prefix } = before;
  const state = { ...before, relayed: { ...relayed, current } };
  const announced = announce(state, form, env);
  if (announced === undefined) return { state, before: nothing, line: undefined };
  if (relayed.knownPrefix === undefined || relayed.knownPrefix === prefix) return announced;
  const notified = { ...relayed, current, knownPrefix: prefix };
  return {
    ...announced,
    state: { ...announced.state, relayed: notified },
    before: [setExtranonce(prefix)],
  };
}

/** Goes on with a share that was judged, or sent on. */
function completeShare(
  state: EthereumState,
  share: PendingEthereumShare,
  verdict: RelayedVerdict,
  form: EthereumForm,
): Outcome {
  const { id, login, job, key, at } = share;
  if (verdict.kind === 'refused') {
    if (verdict.reason !== 'duplicate') return reject(state, id, verdict.reason, login, form.refusal);
    // It came for another job of the same content: here it is not calculated again.
    job.opened.accepted.remember(key);
    return repeated(state, share, form);
  }
  const { target, opened } = job;
  const { proof } = verdict;
  countShare(state.counts);
  opened.accepted.remember(key);
  job.sent?.remember(key);
  // One that is easier counts for the other pool alone, whose difficulty has fallen since: what its content is worth here is fixed.
  if (!meetsTarget(proof, target)) return answer(state, form.accepted(id));
  // Of a share that the other pool alone has judged nothing is known but that it meets the target: it says what shares say on average.
  const effect = relayedShareEffect(login, job, verdict, at);
  if (effect.depth === 0) return { state, replies: [form.accepted(id)], effects: [{ ...effect, depth: 1 }] };
  return { state, replies: [form.accepted(id)], effects: [effect] };
}

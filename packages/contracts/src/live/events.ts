import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { eventFields, simulatedMark } from '../event-fields.ts';
import { nullable } from '../nullable.ts';
import { paymentProgress } from '../payment-progress.ts';
import { paymentStatus } from '../payment-status.ts';
import { algorithmCode, byAlgorithm, decimalText, integerText, timestampMs, uuid } from '../primitives.ts';
import { Receipt } from '../receipt.ts';

const common = {
  u: uuid('Id of the miner.'),
  q: Type.Integer({ minimum: 1, description: "The event's `seq`: a gap means that events were missed." }),
  t: timestampMs('When it happened.'),
};

/** The long names of the event call, shortened. `al` is ours: the specification's keys name no algorithm. */
function shortFields<Fields extends Record<keyof typeof eventFields.reward, Type.TSchema>>(fields: Fields) {
  return {
    v: fields.version as Fields['version'],
    a: fields.amount as Fields['amount'],
    ae: fields.amount_extended as Fields['amount_extended'],
    ts: fields.time_start as Fields['time_start'],
    te: fields.time_end as Fields['time_end'],
    o: fields.online as Fields['online'],
    al: fields.algorithm as Fields['algorithm'],
    n: fields.name as Fields['name'],
    c: fields.code as Fields['code'],
  };
}

/** `event`: an event of the miner, the same as the event call answers, under short keys; `r` is the receipt, `s` says that a worker is simulated. */
export const LiveEvent = Type.Union([
  closedObject({
    ...common,
    e: Type.Literal('reward'),
    d: closedObject({ ...shortFields(eventFields.reward), r: Type.Optional(Receipt) }),
  }),
  closedObject({
    ...common,
    e: Type.Literal('worker'),
    d: closedObject({ ...shortFields(eventFields.worker), s: simulatedMark }),
  }),
  closedObject({ ...common, e: Type.Literal('payout'), d: closedObject(shortFields(eventFields.payout)) }),
  closedObject({ ...common, e: Type.Literal('account'), d: closedObject(shortFields(eventFields.account)) }),
]);
export type LiveEvent = Static<typeof LiveEvent>;

/** `balance`: the account's balance after a change. */
export const LiveBalance = closedObject({
  uuid: uuid('Id of the miner.'),
  b: decimalText('Everything that is pending.'),
  pb: decimalText('What a payout would pay.'),
});
export type LiveBalance = Static<typeof LiveBalance>;

/** `payment_status`: a row of the payment list changed. */
export const LivePaymentStatus = closedObject({
  uuid: uuid('Id of the miner.'),
  id: Type.Integer({ minimum: 1, description: 'Id of the payment.' }),
  status: paymentStatus,
  reason: nullable(Type.String({ description: 'Why it failed, for example `INVALID_ADDRESS`.' })),
  tx: nullable(Type.String({ description: 'Id of the transaction; null until it is sent.' })),
  explorer_link: nullable(Type.String({ description: "The explorer's page of `tx`; null in a sandbox." })),
  ...paymentProgress,
});
export type LivePaymentStatus = Static<typeof LivePaymentStatus>;

/** `summary`: workers and hashrate of the account. */
export const LiveSummary = closedObject({
  u: uuid('Id of the miner.'),
  a: Type.Integer({ minimum: 0, description: 'Algorithms with a worker online.' }),
  w: Type.Integer({ minimum: 0, description: 'Workers online.' }),
  h: byAlgorithm(decimalText("In the algorithm's pre-unit."), 'Hashrate by algorithm.'),
  t: timestampMs('The last update from a worker.'),
});
export type LiveSummary = Static<typeof LiveSummary>;

/** `hr_worker`: the hashrate of one worker. The older name that existing clients listen to; `u` and `al` are ours. */
export const LiveWorker = closedObject({
  u: uuid('Id of the miner.'),
  al: algorithmCode('The algorithm that it mines.'),
  n: Type.String({ minLength: 1, maxLength: 64, description: 'Name of the worker.' }),
  rh: Type.Number({ minimum: 0, description: "As `rhr` of the workers' call." }),
  ch: Type.Number({ minimum: 0, description: "Calculated hashrate in the algorithm's pre-unit." }),
  b: timestampMs('The last accepted share.'),
  o: Type.Boolean({ description: 'Seen within the last 15 minutes.' }),
});
export type LiveWorker = Static<typeof LiveWorker>;

/** `version`: the server's release of the web site. */
export const LiveVersion = closedObject({
  p: Type.Literal('web'),
  v: Type.String({ description: 'Version of the release.' }),
  f: Type.Boolean({ description: 'Show the reload banner whatever the version.' }),
});
export type LiveVersion = Static<typeof LiveVersion>;

/** `statsWorkers`, `statsMiners`: seen in the last 24 hours. */
export const LiveCount = integerText('A count.');
export type LiveCount = Static<typeof LiveCount>;

/** `statsPaid`: total paid in BTC. A client strips commas; this server sends none. */
export const LivePaid = Type.String({ pattern: '^[0-9]+(?:,[0-9]{3})*(?:\\.[0-9]+)?$', maxLength: 100 });
export type LivePaid = Static<typeof LivePaid>;

/** `stats_{algorithm}_last_reward`: seconds since 1970, like `last_reward` of the pool call. */
export const LiveLastReward = Type.Integer({ minimum: 0 });
export type LiveLastReward = Static<typeof LiveLastReward>;

/** What `join_account` and `leave_account` are acknowledged with. */
export const LiveAck = closedObject({ success: Type.Boolean(), msg: Type.String() });
export type LiveAck = Static<typeof LiveAck>;

/** What `join_account` and `leave_account` carry. */
export const LiveAccountId = uuid('Id of the miner.');
export type LiveAccountId = Static<typeof LiveAccountId>;

/** `catch_up`: the server may have missed what happened to the account. A page fetches as if it had just joined. */
export const LiveCatchUp = closedObject({ uuid: uuid('Id of the miner.') });
export type LiveCatchUp = Static<typeof LiveCatchUp>;

/** Server to client, for Socket.IO. Names of `stats_…_last_reward` come from `lastRewardEventName`. */
export interface ServerEvents {
  event: (event: LiveEvent) => void;
  balance: (balance: LiveBalance) => void;
  payment_status: (payment: LivePaymentStatus) => void;
  summary: (summary: LiveSummary) => void;
  catch_up: (account: LiveCatchUp) => void;
  statsWorkers: (count: LiveCount) => void;
  statsMiners: (count: LiveCount) => void;
  statsPaid: (btc: LivePaid) => void;
  hr_worker: (worker: LiveWorker) => void;
  /** The older names of `statsWorkers` and `statsPaid`. */
  stats_workers: (count: LiveCount) => void;
  stats_paid: (btc: LivePaid) => void;
  version: (version: LiveVersion) => void;
  [lastReward: `stats_${string}_last_reward`]: (at: LiveLastReward) => void;
}

/** Client to server, for Socket.IO. */
export interface ClientEvents {
  join_account: (uuid: LiveAccountId, ack?: (answer: LiveAck) => void) => void;
  leave_account: (uuid: LiveAccountId, ack?: (answer: LiveAck) => void) => void;
}

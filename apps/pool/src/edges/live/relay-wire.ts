import { AccountCode } from '@openlode/contracts/event-fields';
import { paymentStatus } from '@openlode/contracts/payment-status';
import { type Static, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { LiveEvent } from '../../domain/kernel/publisher.ts';

/** What one process tells the others. `number` counts the messages of `from`, also those that it could not send. */
export interface RelayMessage {
  readonly from: string;
  readonly number: number;
  readonly events: readonly LiveEvent[];
  /** Events of a kind that this release does not know, or of a shape that it does not expect. */
  readonly unknown: number;
}

/** A message is cut before it grows beyond this; one that comes and is longer is not read. */
export const messageCharsMax = 16_384;

const text = (maxLength: number) => Type.String({ maxLength });
const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const ms = Type.Integer({ minimum: 0 });
const count = Type.Integer({ minimum: 0 });
const uuid = Type.String({ pattern: '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$' });
/** A `bigint` as decimal text: JSON numbers are floats and would round it. */
const whole = Type.String({ pattern: '^-?(?:0|[1-9][0-9]{0,60})$' });

const body = Type.Union([
  Type.Object({
    type: Type.Literal('worker'),
    name: text(64),
    algorithm: text(32),
    online: Type.Boolean(),
  }),
  Type.Object({
    type: Type.Literal('reward'),
    algorithm: text(32),
    amount: text(100),
    timeStart: ms,
    timeEnd: ms,
    roundId: whole,
  }),
  Type.Object({
    type: Type.Literal('account'),
    code: AccountCode,
    network: Type.Optional(text(64)),
    effectiveAt: Type.Optional(ms),
  }),
  Type.Object({
    type: Type.Literal('payout'),
    payoutId: whole,
    network: text(64),
    amount: text(100),
    status: paymentStatus,
  }),
]);

const payment = Type.Object({
  id: whole,
  kind: Type.Enum(['auto', 'manual']),
  status: paymentStatus,
  reason: nullable(text(1000)),
  network: text(64),
  amount: whole,
  txid: nullable(text(256)),
  exchange: nullable(text(256)),
  createdAt: ms,
  broadcastAt: nullable(ms),
  settledAt: nullable(ms),
  confirmations: count,
  confirmationsNeeded: count,
  isThroughExchange: Type.Optional(Type.Literal(true)),
});

const WireEvent = Type.Union([
  Type.Object({
    kind: Type.Literal('miner-event'),
    uuid,
    event: Type.Object({ seq: Type.Integer({ minimum: 1 }), at: ms, body }),
  }),
  Type.Object({ kind: Type.Literal('balance-changed'), minerId: whole, uuid }),
  Type.Object({ kind: Type.Literal('payment-changed'), uuid, coin: text(32), payment }),
  Type.Object({ kind: Type.Literal('miner-worked'), minerId: whole, uuid }),
  Type.Object({ kind: Type.Literal('algorithm-rewarded'), algorithm: text(32), at: ms }),
  Type.Object({ kind: Type.Literal('reload-pages') }),
]);
type WireEvent = Static<typeof WireEvent>;

const isWireEvent = Compile(WireEvent);
const isEnvelope = Compile(
  Type.Object({
    from: Type.String({ minLength: 1, maxLength: 64 }),
    number: Type.Integer({ minimum: 1 }),
    events: Type.Array(Type.Unknown()),
  }),
);

/** Each event as JSON, several to a text that stays below `messageCharsMax`. */
export function* packEvents(events: readonly LiveEvent[]): Generator<string> {
  let parts: string[] = [];
  let length = 0;
  for (const event of events) {
    const part = JSON.stringify(event, (_key, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    );
    if (parts.length > 0 && length + part.length > packCharsMax) {
      yield `[${parts.join(',')}]`;
      parts = [];
      length = 0;
    }
    parts.push(part);
    length += part.length + 1;
  }
  if (parts.length > 0) yield `[${parts.join(',')}]`;
}

/** Leaves room for the envelope. */
const packCharsMax = messageCharsMax - 256;

/** One message; `events` is a text from `packEvents`, or `[]` for one that only shows that others are missing. */
export function encodeMessage(from: string, number: number, events: string): string {
  return `{"from":${JSON.stringify(from)},"number":${number},"events":${events}}`;
}

/** What a text from the relay says; undefined where it is no message at all. */
export function decodeMessage(message: string): RelayMessage | undefined {
  if (message.length > messageCharsMax) return undefined;
  const value = parse(message);
  if (!isEnvelope.Check(value)) return undefined;
  const known = value.events.filter((event) => isWireEvent.Check(event));
  return {
    from: value.from,
    number: value.number,
    events: known.map(fromWire),
    unknown: value.events.length - known.length,
  };
}

function parse(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    return undefined;
  }
}

function fromWire(event: WireEvent): LiveEvent {
  switch (event.kind) {
    case 'balance-changed':
    case 'miner-worked':
      return { ...event, minerId: BigInt(event.minerId) };
    case 'payment-changed': {
      const { payment } = event;
      return { ...event, payment: { ...payment, id: BigInt(payment.id), amount: BigInt(payment.amount) } };
    }
    case 'miner-event':
    case 'algorithm-rewarded':
    case 'reload-pages':
      return event;
  }
}

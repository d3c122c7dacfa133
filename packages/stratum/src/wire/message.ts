/** Ids are echoed as they came. Real programs repeat them, so answers are matched by order, not by id. */
export type MessageId = string | number | boolean | null;

export type Message =
  | {
      readonly kind: 'request';
      readonly id: MessageId;
      readonly method: string;
      /** Empty where the parameters have names. */
      readonly params: readonly unknown[];
      /** Parameters by name; undefined where they stand in a list, or there are none. */
      readonly named: Readonly<Record<string, unknown>> | undefined;
      /** Everything that the line has: some dialects put what they say beside the parameters. */
      readonly fields: Readonly<Record<string, unknown>>;
    }
  /** An answer. A server has nothing to do with one; a client reads `result` and `error` among the fields. */
  | {
      readonly kind: 'reply';
      readonly id: MessageId;
      readonly fields: Readonly<Record<string, unknown>>;
    }
  /** `unreadable` is no JSON text at all; `shape` is JSON that is no message of this protocol. */
  | { readonly kind: 'malformed'; readonly id: MessageId; readonly why: 'unreadable' | 'shape' };

const unreadable: Message = { kind: 'malformed', id: null, why: 'unreadable' };
const noParams: readonly unknown[] = [];

/** Reads one line. Never throws; keys that the protocol does not know are ignored. */
export function readMessage(line: string): Message {
  // What the decoder could not read as UTF-8 it has replaced by U+FFFD.
  if (line.includes('\uFFFD')) return unreadable;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return unreadable;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return misshapen(null);

  const fields = value as Readonly<Record<string, unknown>>;
  const { id: rawId, method, params } = fields as Line;
  const id = isMessageId(rawId) ? rawId : null;
  if (typeof method !== 'string') {
    return 'result' in value || 'error' in value ? { kind: 'reply', id, fields } : misshapen(id);
  }
  if (rawId !== undefined && !isMessageId(rawId)) return misshapen(null);
  if (Array.isArray(params)) return { kind: 'request', id, method, params, named: undefined, fields };
  if (params === undefined || params === null)
    return { kind: 'request', id, method, params: noParams, named: undefined, fields };
  if (typeof params !== 'object') return misshapen(id);
  return {
    kind: 'request',
    id,
    method,
    params: noParams,
    named: params as Readonly<Record<string, unknown>>,
    fields,
  };
}

interface Line {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
}

function misshapen(id: MessageId): Message {
  return { kind: 'malformed', id, why: 'shape' };
}

function isMessageId(value: unknown): value is MessageId {
  return (
    value === null || typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'
  );
}

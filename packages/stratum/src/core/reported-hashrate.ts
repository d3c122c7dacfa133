import type { Login } from '@openlode/mining/user-string';
import type { Message } from '../wire/message.ts';
import type { SessionCore } from './session-state.ts';

/** What a mining program says of its own speed. */
export interface ReportedHashrate {
  readonly login: Login;
  readonly hashesPerSecond: number;
}

/** By dialect that has such a message: the method, whose first parameter is the rate. */
const methods: ReadonlyMap<string, string> = new Map([
  ['ethproxy', 'eth_submitHashrate'],
  ['ethereum-stratum', 'eth_submitHashrate'],
  ['ethereum-plain-stratum', 'eth_submitHashrate'],
  ['kawpow', 'eth_submitHashrate'],
  ['alephium', 'alph_submitHashrate'],
  ['conflux', 'mining.hashrate'],
  ['xelis', 'mining.hashrate'],
]);

/** Whether programs of a dialect say how fast they are. */
export function reportsHashrate(dialect: string): boolean {
  return methods.has(dialect);
}

/** No worker is this fast: what is above is a mistake or a lie. In hashes a second. */
const rateMax = 1e15;

/** A whole number in decimal, or in hexadecimal with its prefix; of those at most 32 bytes. */
const wholeNumber = /^(?:0x[0-9a-f]{1,64}|\d{1,16})$/i;

/** The rate that a message reports, with the worker whom it is of; undefined for any other message, and where either cannot be told. */
export function reportedHashrate(
  dialect: string,
  message: Message,
  { workers }: Pick<SessionCore, 'workers'>,
): ReportedHashrate | undefined {
  if (message.kind !== 'request' || message.method !== methods.get(dialect)) return undefined;
  const hashesPerSecond = readRate(message.params[0]);
  const login = workerOf(workers, message.fields['worker']);
  return hashesPerSecond === undefined || login === undefined ? undefined : { login, hashesPerSecond };
}

function readRate(value: unknown): number | undefined {
  const rate = typeof value === 'string' && wholeNumber.test(value) ? Number(value) : value;
  return typeof rate === 'number' && rate >= 0 && rate <= rateMax ? rate : undefined;
}

/** The one that the message names beside its parameters, or the only one. */
function workerOf(workers: SessionCore['workers'], named: unknown): Login | undefined {
  const logins = [...new Set(workers.values())];
  if (logins.length === 1) return logins[0];
  const name = typeof named === 'string' ? named.split('#', 1)[0] : undefined;
  return logins.find(({ worker }) => worker === name);
}

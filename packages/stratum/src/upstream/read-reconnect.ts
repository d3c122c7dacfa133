import { plainNumber } from '../wire/plain-number.ts';

const hostMax = 253;
const waitSecondsMax = 3600;

/** Where an upstream wants its clients to go. */
export interface ReconnectWish {
  /** Lower case; empty for the host that it is. */
  readonly host: string;
  readonly port: number | undefined;
  readonly waitSeconds: number;
}

/** `client.reconnect [host, port, seconds]`, each of which may be missing; undefined for what is no such thing. */
export function readReconnect([host, port, wait]: readonly unknown[]): ReconnectWish | undefined {
  if (host !== undefined && host !== null && typeof host !== 'string') return undefined;
  const name = (host ?? '').toLowerCase();
  if (name.length > hostMax || !/^[a-z0-9.:-]*$/.test(name)) return undefined;
  const number = isMissing(port) ? undefined : plainNumber(port);
  if (number !== undefined && !(Number.isInteger(number) && number > 0 && number < 65_536)) return undefined;
  const seconds = isMissing(wait) ? 0 : plainNumber(wait);
  if (!(seconds >= 0)) return undefined;
  return { host: name, port: number, waitSeconds: Math.min(seconds, waitSecondsMax) };
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

import { parseAmount } from '@openlode/money/amount';
import { type JsonAnswer, type JsonSocket, openJsonSocket } from '../../runtime/json-socket.ts';

/** What a journey may ask of a sandbox. */
export interface SandboxActions {
  /** Moves business time forward and runs every job at the new time. Answers the new time. */
  advance(ms: number): Promise<number>;
  /** Makes the next share of an algorithm a block; false where the algorithm has no sandbox chain. */
  easeBlock(algorithm: string): boolean;
  /** Takes all prices away, or gives them back. */
  withholdRates(isWithheld: boolean): void;
  /** Has a network take this much for a payment, in units of 10^-18, which its least payment follows; false where there is none to be dear. */
  makeDear(coin: string, network: string, fee: bigint): boolean;
  /** The ledger checked against itself. */
  ledger(): Promise<Record<string, unknown>>;
}

/** The socket for the suites. It can move time, so it exists only in a sandbox that was told to open it. */
export function openControlSocket(path: string, actions: SandboxActions): Promise<JsonSocket> {
  return openJsonSocket(path, (request) => act(request, actions));
}

async function act(request: Readonly<Record<string, unknown>>, actions: SandboxActions): Promise<JsonAnswer> {
  const { do: verb, ms, algorithm, on, coin, network, fee } = request;
  if (verb === 'advance' && typeof ms === 'number' && ms >= 0) {
    return { ok: true, now: await actions.advance(ms) };
  }
  if (verb === 'mine-block' && typeof algorithm === 'string') {
    return { ok: actions.easeBlock(algorithm) };
  }
  if (verb === 'withhold-rates' && typeof on === 'boolean') {
    actions.withholdRates(on);
    return { ok: true };
  }
  if (verb === 'dear-network' && [coin, network, fee].every((each) => typeof each === 'string')) {
    return { ok: actions.makeDear(String(coin), String(network), parseAmount(String(fee))) };
  }
  if (verb === 'ledger') return { ok: true, ...(await actions.ledger()) };
  return { ok: false, why: 'unknown request' };
}

import type { Clock } from '../../domain/kernel/clock.ts';
import { networksOf } from './client-address.ts';

/** Refused logins on their way to the database: each text and reason once for every time they are written. */
export interface RefusalNotes {
  note(text: string, reason: string, clientAddress: string): void;
  /** Writes what is noted; what cannot be written is dropped. */
  write(): Promise<void>;
}

export interface RefusedText {
  readonly text: string;
  readonly reason: string;
  readonly times: number;
}

/** Different texts between two writes: of one network, and of all. */
const textsPerNetworkMax = 20;
const textsMax = 1000;
/** Different texts of one network in a day (UTC): the notes help a miner who mistyped, not one who guesses. */
const textsADayMax = 500;
const dayMs = 86_400_000;

interface Network {
  /** Between two writes. */
  readonly texts: Map<string, RefusedText>;
}

/**
 * Every network (an IPv4 /24 or an IPv6 /48) has its own limit. When the total is reached, the network with the most notes drops some, so
 * that a flood from one network cannot stop the notes of another.
 */
export function createRefusalNotes(
  record: (refused: RefusedText) => Promise<void>,
  clock: Clock,
): RefusalNotes {
  let networks = new Map<string, Network>();
  let held = 0;
  let day = 0;
  /** New texts of each network today. */
  let today = new Map<string, number>();

  function makeRoom(): void {
    let largest: Network | undefined;
    for (const network of networks.values())
      if (network.texts.size > (largest?.texts.size ?? 0)) largest = network;
    const last = [...(largest?.texts.keys() ?? [])].at(-1);
    if (last === undefined) return;
    largest?.texts.delete(last);
    held -= 1;
  }

  function mayAdd(name: string, network: Network): boolean {
    const now = Math.floor(clock.now() / dayMs);
    if (now !== day) {
      day = now;
      today = new Map();
    }
    const count = today.get(name) ?? 0;
    if (network.texts.size >= textsPerNetworkMax || count >= textsADayMax) return false;
    today.set(name, count + 1);
    return true;
  }

  return {
    note(text, reason, clientAddress) {
      const name = networksOf(clientAddress).at(-1)?.prefix ?? clientAddress;
      const short = text.slice(0, 1024);
      const key = `${reason}\n${short}`;
      const network = networks.get(name) ?? { texts: new Map<string, RefusedText>() };
      const known = network.texts.get(key);
      if (known === undefined) {
        if (!mayAdd(name, network)) return;
        if (held >= textsMax) makeRoom();
        held += 1;
      }
      network.texts.set(key, { text: short, reason, times: (known?.times ?? 0) + 1 });
      networks.set(name, network);
    },
    async write() {
      const written = networks;
      networks = new Map();
      held = 0;
      for (const { texts } of written.values()) for (const refused of texts.values()) await record(refused);
    },
  };
}

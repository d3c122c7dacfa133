import type { Login } from '@openlode/mining/user-string';
import type { ReportLine } from '../../domain/workers/record-reports.ts';

/**
 * What the programs of this process say of their own speed, by connection. It is forgotten with the connection. Who mines to an address
 * need not own it: a report counts from a connection that has mined for the worker whom it is of.
 */
export interface ReportedHashrates {
  /** A share of the worker was accepted. `connection` stands for itself. */
  prove(connection: object, login: Login): void;
  /** Replaces what the same worker of the same connection said before. */
  report(connection: object, algorithm: string, login: Login, hashesPerSecond: number, at: number): void;
  leave(connection: object): void;
  /** What counts now, one line for each report. */
  lines(now: number): readonly ReportLine[];
}

/** Programs report each minute, some every five: who has been silent for longer says nothing any more. */
const holdsMs = 600_000;

export function createReportedHashrates(): ReportedHashrates {
  const connections = new Map<object, Map<Login, ReportLine & { readonly at: number }>>();
  // Weak: a share may still be verified when its connection has left.
  const proven = new WeakMap<object, Set<Login>>();
  return {
    prove(connection, login) {
      const logins = proven.get(connection);
      if (logins === undefined) proven.set(connection, new Set([login]));
      else logins.add(login);
    },
    report(connection, algorithm, miner, hashesPerSecond, at) {
      const reports = connections.get(connection) ?? new Map();
      connections.set(connection, reports);
      reports.set(miner, { algorithm, miner, worker: miner.worker, hashesPerSecond, at });
    },
    leave(connection) {
      connections.delete(connection);
      proven.delete(connection);
    },
    lines: (now) =>
      [...connections].flatMap(([connection, reports]) => {
        const logins = [...(proven.get(connection) ?? [])];
        return [...reports].flatMap(([login, line]) =>
          line.at > now - holdsMs && logins.some((each) => isSame(each, login)) ? [line] : [],
        );
      }),
  };
}

/** A worker that has logged in twice, in two spellings, is one. */
function isSame(one: Login, other: Login): boolean {
  return (
    one.coin === other.coin &&
    one.address === other.address &&
    one.memo === other.memo &&
    one.worker === other.worker
  );
}

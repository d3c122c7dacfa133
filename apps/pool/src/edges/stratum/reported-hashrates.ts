import type { Login } from '@openlode/mining/user-string';
import type { ReportLine } from '../../domain/workers/record-reports.ts';

/** What the programs of this process say of their own speed, by connection. It is forgotten with the connection. */
export interface ReportedHashrates {
  /** Replaces what the same worker of the same connection said before. `connection` stands for itself. */
  report(connection: object, algorithm: string, login: Login, hashesPerSecond: number, at: number): void;
  leave(connection: object): void;
  /** What holds now, one line for each report. */
  lines(now: number): readonly ReportLine[];
}

/** Programs report each minute, some every five: who has been silent for longer says nothing any more. */
const holdsMs = 600_000;

export function createReportedHashrates(): ReportedHashrates {
  const connections = new Map<object, Map<Login, ReportLine & { readonly at: number }>>();
  return {
    report(connection, algorithm, miner, hashesPerSecond, at) {
      const reports = connections.get(connection) ?? new Map();
      connections.set(connection, reports);
      reports.set(miner, { algorithm, miner, worker: miner.worker, hashesPerSecond, at });
    },
    leave: (connection) => void connections.delete(connection),
    lines: (now) =>
      [...connections.values()].flatMap((reports) =>
        [...reports.values()].filter(({ at }) => at > now - holdsMs),
      ),
  };
}

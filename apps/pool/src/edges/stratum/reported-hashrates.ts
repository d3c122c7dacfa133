import type { Login } from '@openlode/mining/user-string';
import type { ReportLine } from '../../domain/workers/record-reports.ts';
import { isPlausibleRate, type MinedWork, mined, minedFrom } from './mined-work.ts';

/**
 * What the programs of this process say of their own speed, by connection. It is forgotten with the connection. Who mines to an address
 * need not own it, and a program can say anything: a report counts as far as what the connection has mined for that worker bears it.
 * Times are in ms.
 */
export interface ReportedHashrates {
  /** The connection has logged in for the worker, perhaps again. `connection` stands for itself. */
  enter(connection: object, login: Login, at: number): void;
  /** A share of the worker was accepted; `work` in hashes. */
  prove(connection: object, login: Login, work: bigint, at: number): void;
  /** Replaces what was said of the same worker on the same connection before. */
  report(connection: object, algorithm: string, login: Login, hashesPerSecond: number, at: number): void;
  leave(connection: object): void;
  /** What counts now, at most one line for each worker of a connection. */
  lines(now: number): readonly ReportLine[];
}

/** Programs report each minute, some every five: who has been silent for longer says nothing any more. */
const holdsMs = 600_000;

interface MinedFor {
  work: MinedWork;
  report?: ReportLine & { readonly at: number };
}

export function createReportedHashrates(): ReportedHashrates {
  const reporting = new Set<object>();
  // Weak: a share may still be verified when its connection has left.
  const connections = new WeakMap<object, Map<Login, MinedFor>>();
  /** A worker that has logged in twice, in two spellings, is one. */
  const workerOf = (connection: object, login: Login, at: number): MinedFor => {
    let workers = connections.get(connection);
    if (workers === undefined) connections.set(connection, (workers = new Map()));
    const known = workers.get(login);
    if (known !== undefined) return known;
    const worker = [...workers].find(([each]) => isSame(each, login))?.[1] ?? { work: minedFrom(at) };
    workers.set(login, worker);
    return worker;
  };
  return {
    enter(connection, login, at) {
      workerOf(connection, login, at);
    },
    prove(connection, login, work, at) {
      const worker = workerOf(connection, login, at);
      worker.work = mined(worker.work, Number(work), at);
    },
    report(connection, algorithm, miner, hashesPerSecond, at) {
      reporting.add(connection);
      workerOf(connection, miner, at).report = {
        algorithm,
        miner,
        worker: miner.worker,
        hashesPerSecond,
        at,
      };
    },
    leave(connection) {
      reporting.delete(connection);
      connections.delete(connection);
    },
    lines: (now) =>
      [...reporting].flatMap((connection) =>
        [...new Set(connections.get(connection)?.values())].flatMap(({ work, report }) =>
          report !== undefined &&
          report.at > now - holdsMs &&
          isPlausibleRate(work, report.hashesPerSecond, now)
            ? [report]
            : [],
        ),
      ),
  };
}

function isSame(one: Login, other: Login): boolean {
  return (
    one.coin === other.coin &&
    one.address === other.address &&
    one.memo === other.memo &&
    one.worker === other.worker
  );
}

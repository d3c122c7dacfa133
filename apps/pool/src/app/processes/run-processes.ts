import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { lockDirectory } from '../../runtime/database/directory-lock.ts';
import { holdsWork, refuseLeftWork } from './left-work.ts';
import { ProcessGroup } from './process-group.ts';
import type { StartedProcess } from './process-seat.ts';
import { argumentsOf, directoryOfProcess, type ProcessPlace } from './process-settings.ts';

/** What a process says to the one that started it, once it takes miners. */
const openMessage = 'open';

/**
 * Starts the processes that take miners, keeps them running, and holds the ports for all of them. It does nothing else, so that it has not
 * to be replaced with them. Ends the process with the exit code of what cannot start.
 */
export async function runProcesses(config: Config, log: Logger): Promise<void> {
  const { dataDirectory, stratumProcesses } = config;
  const lock = lockDirectory(dataDirectory);
  refuseLeftWork(dataDirectory, stratumProcesses);
  // Each takes connections from the port itself. Handed out in turn, one that is on its way to a process that dies would be answered by none.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const group = new ProcessGroup({
    processes: stratumProcesses,
    start: startProcess,
    pause: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
    leftWork: (number) => holdsWork(directoryOfProcess(dataDirectory, number)),
    log,
  });
  const end = async (exitCode: number): Promise<void> => {
    // They end together: none is there to hand miners over to.
    await group.end('SIGINT');
    lock.release();
    log.info('all processes have ended');
    process.exit(exitCode);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      log.info({ signal }, 'the processes end');
      void end(0);
    });
  const started = group.start();
  const replace = async (): Promise<void> => {
    await started;
    await group.replace();
  };
  process.on('SIGHUP', () => {
    replace().catch((error: unknown) => log.error({ err: error }, 'the processes could not be replaced'));
  });
  const exitCode = await started;
  if (exitCode !== undefined) await end(exitCode);
}

function startProcess(place: ProcessPlace): StartedProcess {
  cluster.setupPrimary({ args: argumentsOf(place) });
  const worker = cluster.fork();
  const ended = new Promise<number | string>((resolve) => {
    worker.once('exit', (code, signal) => resolve(signal ?? code));
  });
  const hasOpened = new Promise<boolean>((resolve) => {
    worker.on('message', (message) => {
      if (message === openMessage) resolve(true);
    });
  });
  return {
    ended,
    opened: Promise.race([hasOpened, ended.then(() => false)]),
    signal: (signal) => void worker.process.kill(signal),
  };
}

/** In one of several processes: says that it takes miners, and closes the pool where the process is gone that holds its ports. */
export function reportOpen(stop: (signal: NodeJS.Signals) => void): void {
  const { worker } = cluster;
  if (worker === undefined) return;
  // Node.js would end this process at once, with what is not recorded.
  worker.exitedAfterDisconnect = true;
  process.once('disconnect', () => stop('SIGINT'));
  worker.send(openMessage);
}

import type { Logger } from 'pino';
import { errorText } from '../runtime/error-text.ts';

const minuteMs = 60_000;
/** No run of a task takes so long, also after a restart; each call to a node ends long before. */
const longMs = 15 * minuteMs;

interface Failing {
  readonly message: string;
  /** When the fault was logged last, and since when the task has not succeeded. */
  loggedAt: number;
  readonly since: number;
  /** Since the fault was logged. */
  failures: number;
}

export interface TaskWatch {
  started(task: string): void;
  failed(task: string, error: unknown): void;
  succeeded(task: string): void;
  /** Tasks that have failed for a minute or longer, and runs that do not end, for the health check. */
  problems(): string[];
}

/**
 * Logs that a scheduled task failed: at once with its stack, then for as long as it fails in the same way one line a minute with the
 * count. A task of every second must not fill the disk that it fails for.
 */
export function watchTasks(log: Pick<Logger, 'error'>, now: () => number): TaskWatch {
  const failing = new Map<string, Failing>();
  const running = new Map<string, number>();
  return {
    started: (task) => void running.set(task, now()),
    failed(task, error) {
      running.delete(task);
      const message = errorText(error);
      const before = failing.get(task);
      if (before?.message !== message) {
        failing.set(task, { message, loggedAt: now(), since: before?.since ?? now(), failures: 0 });
        log.error({ task, err: error }, 'a scheduled task failed');
        return;
      }
      before.failures += 1;
      if (Math.abs(now() - before.loggedAt) < minuteMs) return;
      log.error({ task, failures: before.failures, why: message }, 'a scheduled task still fails');
      before.loggedAt = now();
      before.failures = 0;
    },
    succeeded(task) {
      running.delete(task);
      failing.delete(task);
    },
    problems: () => [
      ...[...failing]
        .filter(([, { since }]) => Math.abs(now() - since) >= minuteMs)
        .map(([task, { message }]) => `task ${task} fails: ${message.slice(0, 200)}`),
      ...[...running]
        .filter(([, since]) => Math.abs(now() - since) >= longMs)
        .map(
          ([task, since]) =>
            `task ${task} does not end: it runs for ${Math.floor(Math.abs(now() - since) / minuteMs)} minutes`,
        ),
    ],
  };
}

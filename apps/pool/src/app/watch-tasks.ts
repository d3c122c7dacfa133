import type { Logger } from 'pino';

const minuteMs = 60_000;

interface Failing {
  readonly message: string;
  /** When the fault was logged last, and since when the task has not succeeded. */
  loggedAt: number;
  readonly since: number;
  /** Since the fault was logged. */
  failures: number;
}

export interface TaskWatch {
  failed(task: string, error: unknown): void;
  succeeded(task: string): void;
  /** Tasks that have failed for a minute or longer, for the health check. */
  problems(): string[];
}

/**
 * Logs that a scheduled task failed: at once with its stack, then for as long as it fails in the same way one line a minute with the
 * count. A task of every second must not fill the disk that it fails for.
 */
export function watchTasks(log: Pick<Logger, 'error'>, now: () => number): TaskWatch {
  const failing = new Map<string, Failing>();
  return {
    failed(task, error) {
      const message = error instanceof Error ? error.message : String(error);
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
    succeeded: (task) => void failing.delete(task),
    problems: () =>
      [...failing]
        .filter(([, { since }]) => Math.abs(now() - since) >= minuteMs)
        .map(([task, { message }]) => `task ${task} fails: ${message.slice(0, 200)}`),
  };
}

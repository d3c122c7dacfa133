import { Cron } from 'croner';

/** Work that the pool does on a schedule. Safe to run at any time, and more than once. */
export interface ScheduledTask {
  readonly name: string;
  /** Croner's pattern, with seconds; UTC. */
  readonly pattern: string;
  /** `ending` is aborted when the process is about to end: a run that takes long ends early then. */
  run(ending?: AbortSignal): Promise<void>;
}

export interface Schedules {
  /** Runs one task now, after a run of it that is under way: that one may have looked before what this one is for. Throws on an unknown name. */
  run(name: string): Promise<void>;
  /** Runs every task once now, one after another: after the sandbox's clock was moved, and at the start. */
  runAll(): Promise<void>;
  /** Starts no more runs, has those under way end early, and waits for them. */
  stop(): Promise<void>;
}

export interface ScheduleReports {
  readonly onStart?: (task: string) => void;
  readonly onError: (task: string, error: unknown) => void;
  readonly onDone?: (task: string) => void;
}

/** Starts the tasks. A task never overlaps itself; a failure is reported and the next run tries again. */
export function startSchedules(
  tasks: readonly ScheduledTask[],
  { onError, onStart = () => undefined, onDone = () => undefined }: ScheduleReports,
): Schedules {
  const running = new Map<string, Promise<void>>();
  const ending = new AbortController();
  const runOnce = async (task: ScheduledTask): Promise<void> => {
    const current = running.get(task.name);
    if (current !== undefined) return current;
    onStart(task.name);
    const run = task
      .run(ending.signal)
      .then(
        () => onDone(task.name),
        (error: unknown) => onError(task.name, error),
      )
      .finally(() => running.delete(task.name));
    running.set(task.name, run);
    return run;
  };
  const runAfresh = async (task: ScheduledTask): Promise<void> => {
    await running.get(task.name);
    await runOnce(task);
  };
  const crons = tasks.map((task) => new Cron(task.pattern, { timezone: 'UTC' }, () => runOnce(task)));
  return {
    run: async (name) => {
      const task = tasks.find((each) => each.name === name);
      if (task === undefined) throw new RangeError(`no task is named ${name}`);
      await runAfresh(task);
    },
    runAll: async () => {
      for (const task of tasks) await runAfresh(task);
    },
    stop: async () => {
      ending.abort();
      for (const cron of crons) cron.stop();
      await Promise.all(running.values());
    },
  };
}

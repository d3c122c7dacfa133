import { Cron } from 'croner';

/** Something the pool does by itself, again and again. Safe to run at any time and twice. */
export interface Job {
  readonly name: string;
  /** Croner's pattern, with seconds; UTC. */
  readonly pattern: string;
  run(): Promise<void>;
}

export interface Schedules {
  /** Runs one job now, after a run of it that is under way: that one may have looked before what this one is for. Throws on an unknown name. */
  run(name: string): Promise<void>;
  /** Runs every job once now, one after another: after the sandbox's clock was moved, and at the start. */
  runAll(): Promise<void>;
  /** Starts no more runs and waits for those under way. */
  stop(): Promise<void>;
}

export interface ScheduleReports {
  readonly onError: (job: string, error: unknown) => void;
  readonly onDone?: (job: string) => void;
}

/** Starts the jobs. A job never overlaps itself; a failure is reported and the next run tries again. */
export function startSchedules(
  jobs: readonly Job[],
  { onError, onDone = () => undefined }: ScheduleReports,
): Schedules {
  const running = new Map<string, Promise<void>>();
  const runOnce = async (job: Job): Promise<void> => {
    const current = running.get(job.name);
    if (current !== undefined) return current;
    const run = job
      .run()
      .then(
        () => onDone(job.name),
        (error: unknown) => onError(job.name, error),
      )
      .finally(() => running.delete(job.name));
    running.set(job.name, run);
    return run;
  };
  const runAfresh = async (job: Job): Promise<void> => {
    await running.get(job.name);
    await runOnce(job);
  };
  const crons = jobs.map((job) => new Cron(job.pattern, { timezone: 'UTC' }, () => runOnce(job)));
  return {
    run: async (name) => {
      const job = jobs.find((each) => each.name === name);
      if (job === undefined) throw new RangeError(`no job is named ${name}`);
      await runAfresh(job);
    },
    runAll: async () => {
      for (const job of jobs) await runAfresh(job);
    },
    stop: async () => {
      for (const cron of crons) cron.stop();
      await Promise.all(running.values());
    },
  };
}

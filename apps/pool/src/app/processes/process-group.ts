import type { Logger } from 'pino';
import { ProcessSeat, type SeatOptions, type StartedProcess } from './process-seat.ts';
import type { ProcessPlace } from './process-settings.ts';

export interface GroupOptions extends Omit<SeatOptions, 'number' | 'start' | 'log'> {
  /** How many processes take miners. */
  readonly processes: number;
  readonly start: (place: ProcessPlace) => StartedProcess;
  /** Whether a process that ended has left work on its disk, which only a process in its place records. */
  readonly leftWork: (number: number) => boolean;
  readonly log: Pick<Logger, 'error' | 'info' | 'warn'>;
}

/** `EX_CONFIG` of sysexits.h: a setting or a file is wrong. */
const configExit = 78;

/**
 * Processes that take miners on the same ports. While they are replaced there is one more: it is started first, so that a release that
 * does not start replaces none, and there are as many as before while each of the others hands its miners over.
 */
export class ProcessGroup {
  readonly #options: GroupOptions;
  readonly #seats: ProcessSeat[] = [];
  #spare: ProcessSeat | undefined;
  #isEnding = false;
  /** Until the first one has opened, no other runs whose database it would change. */
  #mayMigrate = true;
  #replacing: Promise<void> | undefined;

  constructor(options: GroupOptions) {
    this.#options = options;
  }

  /**
   * Starts all of them; the first one alone, because it brings the database to this release. Resolves once each has opened or failed to: with
   * the exit code of the first one, where no other start can help before an operator changes something.
   */
  async start(): Promise<number | undefined> {
    const { processes, leftWork } = this.#options;
    const first = this.#open(1);
    this.#seats.push(first);
    while (!(await first.whenOpened()) && !this.#isEnding) {
      if (first.lastEnded === configExit) {
        await first.end('SIGINT');
        return configExit;
      }
    }
    this.#mayMigrate = false;
    if (this.#isEnding) return undefined;
    for (let number = 2; number <= processes; number++) this.#seats.push(this.#open(number));
    if (leftWork(this.#spareNumber)) this.#spare = this.#open(this.#spareNumber);
    await Promise.all(this.#seats.slice(1).map((seat) => seat.whenOpened()));
    return undefined;
  }

  /** Replaces one process after the other. Asked again meanwhile, it is the same replacement. */
  replace(): Promise<void> {
    this.#replacing ??= this.#replace().finally(() => {
      this.#replacing = undefined;
    });
    return this.#replacing;
  }

  /** Ends all of them at once. */
  async end(signal: NodeJS.Signals): Promise<void> {
    this.#isEnding = true;
    const spare = this.#spare === undefined ? [] : [this.#spare];
    await Promise.all([...this.#seats, ...spare].map((seat) => seat.end(signal)));
  }

  get #spareNumber(): number {
    return this.#options.processes + 1;
  }

  #open(number: number): ProcessSeat {
    const { start, pause, log } = this.#options;
    return new ProcessSeat({
      number,
      start: () => start({ number, mayMigrate: this.#mayMigrate }),
      pause,
      log,
    });
  }

  async #replace(): Promise<void> {
    const { log } = this.#options;
    log.info({}, 'new processes take over');
    if (!(await this.#openSpare())) {
      if (!this.#isEnding) log.error({}, 'a new process does not start: none is replaced');
      await this.#endSpare();
      return;
    }
    for (const [index, seat] of this.#seats.entries()) {
      if (this.#isEnding) return;
      if (await seat.replace()) continue;
      if (!this.#isEnding)
        log.error(
          { process: index + 1 },
          'a new process does not start: the others are not replaced, and the additional one stays',
        );
      return;
    }
    await this.#endSpare();
    log.info({}, 'all processes are replaced');
  }

  /** Whether there is an additional process of the new release. */
  #openSpare(): Promise<boolean> {
    if (this.#spare !== undefined) return this.#spare.replace();
    this.#spare = this.#open(this.#spareNumber);
    return this.#spare.whenOpened();
  }

  async #endSpare(): Promise<void> {
    const { log, leftWork } = this.#options;
    await this.#spare?.end('SIGTERM');
    this.#spare = undefined;
    if (this.#isEnding || !leftWork(this.#spareNumber)) return;
    log.warn(
      { process: this.#spareNumber },
      'the additional process has left work on its disk: it stays, until the database takes it',
    );
    this.#spare = this.#open(this.#spareNumber);
  }
}

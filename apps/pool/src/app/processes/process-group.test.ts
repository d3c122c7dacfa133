import { beforeEach, describe, expect, it } from 'vitest';
import { ProcessGroup } from './process-group.ts';
import type { StartedProcess } from './process-seat.ts';

/** A process of a test: it opens and ends when the test says so, or by itself where it is asked to end. */
class FakeProcess implements StartedProcess {
  readonly name: string;
  readonly opened: Promise<boolean>;
  readonly ended: Promise<number | string>;
  #open: (isOpen: boolean) => void = () => undefined;
  #end: (ended: number | string) => void = () => undefined;
  readonly #heard: (event: string) => void;

  constructor(name: string, heard: (event: string) => void) {
    this.name = name;
    this.#heard = heard;
    this.opened = new Promise((resolve) => {
      this.#open = resolve;
    });
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    heard(`start ${name}`);
  }

  open(): void {
    this.#heard(`open ${this.name}`);
    this.#open(true);
  }

  end(ended: number | string = 0): void {
    this.#heard(`end ${this.name}`);
    this.#open(false);
    this.#end(ended);
  }

  signal(signal: NodeJS.Signals): void {
    this.#heard(`${signal} ${this.name}`);
    this.end();
  }
}

/** Lets everything that waits for a promise go on. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('processes that take miners on the same ports', () => {
  let events: string[];
  let log: string[];
  let pauses: number[];
  let running: Map<number, FakeProcess>;
  let starts: number;
  /** What a process does as soon as it is started. */
  let begins: (started: FakeProcess, number: number) => void;
  let left: Set<number>;
  /** Which starts may change the database. */
  let migrating: number[];
  let group: ProcessGroup;

  beforeEach(() => {
    [events, log, pauses, running, starts, left] = [[], [], [], new Map(), 0, new Set()];
    migrating = [];
    begins = (started) => started.open();
    const heard = (_: unknown, text?: string): void => void log.push(String(text));
    group = new ProcessGroup({
      processes: 2,
      start: ({ number, mayMigrate }) => {
        starts += 1;
        if (mayMigrate) migrating.push(starts);
        const started = new FakeProcess(`${number}.${starts}`, (event) => events.push(event));
        running.set(number, started);
        begins(started, number);
        return started;
      },
      pause: (ms) => {
        pauses.push(ms);
        return turn();
      },
      leftWork: (number) => left.has(number),
      log: { info: heard, warn: heard, error: heard },
    });
  });

  const settle = async (): Promise<void> => {
    for (let count = 0; count < 20; count++) await turn();
  };

  it('are started once the first one has opened', async () => {
    begins = () => undefined;
    const started = group.start();
    await settle();
    expect(events).toEqual(['start 1.1']);
    running.get(1)?.open();
    await settle();
    expect(events).toEqual(['start 1.1', 'open 1.1', 'start 2.2']);
    running.get(2)?.open();
    expect(await started).toBeUndefined();
  });

  it('are not started where the first one says that its settings are wrong', async () => {
    begins = (each) => each.end(78);
    expect(await group.start()).toBe(78);
    expect(events).toEqual(['start 1.1', 'end 1.1']);
  });

  it('are started again when they end by themselves, later each time that they did not open', async () => {
    await group.start();
    events.splice(0);
    running.get(2)?.end('SIGKILL');
    await settle();
    expect(events).toEqual(['end 2.2', 'start 2.3', 'open 2.3']);
    expect(pauses).toEqual([1000]);
    begins = (each) => {
      if (starts < 10) each.end(1);
      else each.open();
    };
    running.get(2)?.end(1);
    await settle();
    await settle();
    expect(pauses).toEqual([1000, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(log).toEqual(Array.from({ length: 8 }, () => 'a process ended by itself'));
  });

  it('are replaced one after the other, with one more of the new release from before the first to after the last', async () => {
    await group.start();
    events.splice(0);
    await group.replace();
    expect(events).toEqual([
      'start 3.3',
      'open 3.3',
      'SIGTERM 1.1',
      'end 1.1',
      'start 1.4',
      'open 1.4',
      'SIGTERM 2.2',
      'end 2.2',
      'start 2.5',
      'open 2.5',
      'SIGTERM 3.3',
      'end 3.3',
    ]);
    expect(log).toEqual(['new processes take over', 'all processes are replaced']);
    expect(pauses).toEqual([]);
  });

  it('change the database only before the first one has opened: the others would go on with one that is not theirs', async () => {
    begins = (each) => {
      if (starts === 1) each.end(1);
      else each.open();
    };
    await group.start();
    await group.replace();
    running.get(1)?.end('SIGKILL');
    await settle();
    expect(starts).toBe(7);
    expect(migrating).toEqual([1, 2]);
  });

  it('stay where a new process does not start', async () => {
    await group.start();
    events.splice(0);
    begins = (each) => each.end(78);
    await group.replace();
    expect(events).toEqual(['start 3.3', 'end 3.3']);
    expect(log).toContain('a new process does not start: none is replaced');
  });

  it('keep the additional one where another of the new ones does not start, until the next replacement', async () => {
    await group.start();
    begins = (each, number) => {
      if (number === 3) each.open();
    };
    const replacing = group.replace();
    await settle();
    events.splice(0);
    begins = (each) => each.open();
    running.get(1)?.end(1);
    await replacing;
    expect(log).toContain(
      'a new process does not start: the others are not replaced, and the additional one stays',
    );
    await settle();
    expect(events).toEqual(['end 1.4', 'start 1.5', 'open 1.5']);
    events.splice(0);
    await group.replace();
    expect(events.slice(0, 4)).toEqual(['SIGTERM 3.3', 'end 3.3', 'start 3.6', 'open 3.6']);
    expect(events.at(-1)).toBe('end 3.6');
  });

  it('are replaced once, however often that is asked meanwhile', async () => {
    await group.start();
    await Promise.all([group.replace(), group.replace()]);
    expect(log.filter((text) => text === 'all processes are replaced')).toHaveLength(1);
  });

  it('keep the additional one where it leaves work on its disk, and have it at the next start', async () => {
    left.add(3);
    await group.start();
    expect([...running.keys()]).toEqual([1, 2, 3]);
    events.splice(0);
    await group.replace();
    expect(events.slice(-3)).toEqual(['end 3.4', 'start 3.7', 'open 3.7']);
    expect(log.at(-2)).toContain('has left work on its disk');
  });

  it('end together, and none is started again', async () => {
    await group.start();
    events.splice(0);
    await group.end('SIGINT');
    expect(events).toEqual(['SIGINT 1.1', 'end 1.1', 'SIGINT 2.2', 'end 2.2']);
    await settle();
    expect(starts).toBe(2);
  });

  it('end while they are replaced', async () => {
    await group.start();
    begins = (each, number) => {
      if (number === 3) each.open();
    };
    const replacing = group.replace();
    await settle();
    await group.end('SIGINT');
    await replacing;
    expect(log).toEqual(['new processes take over']);
    expect(starts).toBe(4);
  });
});

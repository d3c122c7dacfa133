import { describe, expect, it, vi } from 'vitest';
import { startSchedules } from './schedules.ts';

const never = '0 0 0 29 2 *';
const task = (name: string, run: () => Promise<void>) => ({ name, pattern: never, run });

describe('startSchedules', () => {
  it('runs every task in turn and reports a failure without stopping the others', async () => {
    const ran: string[] = [];
    const faults: string[] = [];
    const schedules = startSchedules(
      [
        task('a', async () => {
          ran.push('a');
          throw new Error('no luck');
        }),
        task('b', async () => {
          ran.push('b');
        }),
      ],
      { onError: (name, error) => void faults.push(`${name}: ${(error as Error).message}`) },
    );
    await schedules.runAll();
    await schedules.runAll();
    await schedules.stop();
    expect(ran).toEqual(['a', 'b', 'a', 'b']);
    expect(faults).toEqual(['a: no luck', 'a: no luck']);
  });

  it('has a run that takes long end early when it stops', async () => {
    const said: string[] = [];
    const run = (ending?: AbortSignal) =>
      new Promise<void>((resolve) => {
        said.push('begun');
        ending?.addEventListener('abort', () => {
          said.push('ended early');
          resolve();
        });
      });
    const schedules = startSchedules([{ name: 'long', pattern: never, run }], { onError: () => undefined });
    const under = schedules.run('long');
    await vi.waitFor(() => expect(said).toEqual(['begun']));
    await schedules.stop();
    await under;
    expect(said).toEqual(['begun', 'ended early']);
  });

  it('runs one task alone, once more after the run under way, and once for all who ask meanwhile', async () => {
    const ran: string[] = [];
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const schedules = startSchedules(
      [
        task('block', async () => {
          ran.push('block');
          if (ran.length === 1) await held;
        }),
        task('other', async () => {
          ran.push('other');
        }),
      ],
      { onError: () => undefined },
    );
    const first = schedules.run('block');
    await vi.waitFor(() => expect(ran).toEqual(['block']));
    const later = [schedules.run('block'), schedules.run('block')];
    release();
    await Promise.all([first, ...later]);
    await schedules.stop();
    expect(ran).toEqual(['block', 'block']);
    await expect(schedules.run('blocks')).rejects.toThrow('no task is named blocks');
  });

  it('never overlaps a task with itself, and waits for it when it stops', async () => {
    let inside = 0;
    let most = 0;
    let ended = 0;
    const schedules = startSchedules(
      [
        {
          name: 'slow',
          pattern: '* * * * * *',
          run: async () => {
            inside += 1;
            most = Math.max(most, inside);
            await new Promise((resolve) => setTimeout(resolve, 60));
            inside -= 1;
            ended += 1;
          },
        },
      ],
      { onError: () => undefined },
    );
    const runs = Promise.all([schedules.runAll(), schedules.runAll(), schedules.runAll()]);
    await new Promise((resolve) => setTimeout(resolve, 10));
    await schedules.stop();
    const atStop = ended;
    await runs;
    expect(most).toBe(1);
    expect(atStop).toBeGreaterThan(0);
  });
});

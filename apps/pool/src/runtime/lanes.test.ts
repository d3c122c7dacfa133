import { describe, expect, it } from 'vitest';
import { createLanes } from './lanes.ts';

describe('createLanes', () => {
  it('runs the lanes side by side, leaves a busy one alone, and waits no longer than it was told', async () => {
    const lanes = createLanes({ waitMs: 20 });
    const ran: string[] = [];
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const work = async (key: string): Promise<void> => {
      ran.push(key);
      if (key === 'DOGE') await held;
    };
    await lanes.run(['DOGE', 'LTC'], work);
    await lanes.run(['DOGE', 'LTC', 'BTC'], work);
    expect(ran).toEqual(['DOGE', 'LTC', 'LTC', 'BTC']);
    release();
    await lanes.ended();
    await lanes.run(['DOGE'], work);
    expect(ran).toEqual(['DOGE', 'LTC', 'LTC', 'BTC', 'DOGE']);
  });

  it('throws what a lane failed with, also after the wait, until the lane succeeds or has nothing more to do', async () => {
    const lanes = createLanes({ waitMs: 5 });
    let fail: (error: Error) => void = () => undefined;
    const failing = new Promise<void>((_resolve, reject) => {
      fail = reject;
    });
    await lanes.run(['DOGE'], () => failing);
    fail(new Error('no answer'));
    await lanes.ended();
    await expect(lanes.run(['DOGE'], () => Promise.reject(new Error('still none')))).rejects.toThrow(
      'still none',
    );
    await expect(
      lanes.run(['DOGE', 'LTC'], (key) => Promise.reject(new Error(`${key} is away`))),
    ).rejects.toThrow('2 lanes failed');
    await expect(lanes.run(['LTC'], async () => undefined)).resolves.toBeUndefined();
    await expect(lanes.run(['DOGE'], async () => undefined)).resolves.toBeUndefined();
  });

  it('tells which lane runs, and waits at the end no longer than it was told', async () => {
    const running = new Set<string>();
    const lanes = createLanes({
      waitMs: 5,
      onStart: (key) => running.add(key),
      onEnd: (key) => running.delete(key),
    });
    await lanes.run(['DOGE', 'LTC'], async (key) => {
      if (key === 'DOGE') await new Promise(() => undefined);
    });
    expect([...running]).toEqual(['DOGE']);
    await lanes.ended(5);
  });
});

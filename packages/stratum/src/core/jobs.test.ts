import { describe, expect, it } from 'vitest';
import { hexOfBytes } from '../wire/hex.ts';
import { jobSaltBytes } from '../dialects/bitcoin/job-stamper.ts';
import { bitcoinJobs } from '../dialects/bitcoin/jobs.ts';
import { buildJob, newRegistry } from '../testing/session-kit.ts';

const zero = new Uint8Array(0);

describe('JobRegistry', () => {
  it('keeps the newest eight jobs of a block open', () => {
    const registry = bitcoinJobs();
    for (let id = 1; id <= 10; id++) registry.add(buildJob({ id: String(id), clean: id === 1 }));
    expect(registry.find('2')).toBeUndefined();
    expect(registry.find('3')?.number).toBe(3);
    expect(registry.oldestNumber).toBe(3);
    expect(registry.current?.job.id).toBe('10');
  });

  it('closes everything with a clean job', () => {
    const registry = bitcoinJobs();
    registry.add(buildJob({ id: '1' }));
    registry.add(buildJob({ id: '2', clean: false }));
    registry.add(buildJob({ id: '3' }));
    expect(registry.find('1')).toBeUndefined();
    expect(registry.find('2')).toBeUndefined();
    expect(registry.oldestNumber).toBe(3);
  });

  it('makes jobs of one template that share neither id nor content, private ones too', () => {
    const registry = newRegistry();
    const { id: _, networkTarget: __, ...parts } = buildJob({ clean: false });
    const jobs = [registry.open(parts), registry.openPrivate(), registry.open(parts), registry.openPrivate()];
    expect(jobs.map((opened) => opened?.job.id)).toEqual([
      '000000011',
      '000000012',
      '000000013',
      '000000014',
    ]);
    expect(new Set(jobs.map((opened) => hexOfBytes(opened?.job.coinbasePrefix ?? zero))).size).toBe(4);
    for (const opened of jobs) expect(opened?.job.coinbasePrefix.length).toBe(42 + jobSaltBytes);
    expect(jobs.map((opened) => opened?.number)).toEqual([1, 1, 2, 2]);
    expect(new Set(jobs.map((opened) => opened?.accepted)).size).toBe(4);
  });

  it('tells when the current job has taken half of the shares that it may take', () => {
    let reported = 0;
    const registry = bitcoinJobs({ sharesMax: 5, onHalfFull: () => (reported += 1) });
    const { accepted } = registry.add(buildJob());
    const tolds = Array.from({ length: 6 }, (_, index) => {
      accepted.remember(new Uint8Array(32).fill(index + 1));
      return reported;
    });
    expect(tolds).toEqual([0, 0, 1, 1, 1, 1]);
  });

  it('is seen as it was, whatever opens later', () => {
    const registry = bitcoinJobs();
    registry.add(buildJob({ id: '1' }));
    const seen = registry.asNow();
    expect(registry.asNow()).toBe(seen);
    registry.add(buildJob({ id: '2' }));
    expect([seen.find('1')?.number, seen.find('2'), seen.current?.job.id]).toEqual([1, undefined, '1']);
    expect([seen.oldestNumber, registry.oldestNumber]).toEqual([1, 2]);
    registry.withdraw();
    expect(registry.asNow().find('2')).toBeUndefined();
  });

  it('is empty at first', () => {
    expect(bitcoinJobs().current).toBeUndefined();
    expect(bitcoinJobs().oldestNumber).toBe(1);
  });
});

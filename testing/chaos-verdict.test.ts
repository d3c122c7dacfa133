import { describe, expect, it } from 'vitest';
import { type Acked, judgeChaos, type WorkerTale } from './chaos-verdict.ts';

const share = (at: number, block?: string): Acked => ({ at, work: 10n, block });
const worker = (tale: Partial<WorkerTale>): WorkerTale => ({
  name: 'rig1',
  acked: [share(1000), share(8500), share(9500)],
  ends: [],
  unanswered: 0,
  recorded: 3,
  recordedWork: 30n,
  ...tale,
});
const faults = (tale: Partial<WorkerTale>, killed: readonly number[] = []): readonly string[] =>
  judgeChaos([worker(tale)], killed, new Set()).faults;

describe('judgeChaos', () => {
  it('holds where everything that was acknowledged is recorded', () => {
    expect(judgeChaos([worker({})], [], new Set())).toEqual({
      acked: 3,
      recorded: 3,
      unanswered: 0,
      lost: 0,
      mayBeLost: 0,
      blocks: 0,
      faults: [],
    });
  });

  it('names a share that is lost without a killed process', () => {
    expect(faults({ recorded: 2, recordedWork: 20n })).toEqual([
      'rig1: 1 acknowledged shares are not recorded, of which 0 may be',
    ]);
  });

  it('lets a killed process lose the last second of who was connected to it, and no more', () => {
    const lost = { recorded: 2, recordedWork: 20n, ends: [10_010] };
    expect(faults(lost, [10_000])).toEqual([]);
    expect(faults({ ...lost, recorded: 1, recordedWork: 10n }, [10_000])).toEqual([
      'rig1: 2 acknowledged shares are not recorded, of which 1 may be',
    ]);
    // Its connection went on: it was connected to another process.
    expect(faults({ ...lost, ends: [] }, [10_000])).toHaveLength(1);
    expect(faults({ ...lost, ends: [15_000] }, [10_000])).toHaveLength(1);
    // It was lost by the process that it came to next, which was not killed.
    const later = { acked: [share(10_500), share(11_000)], recorded: 1, recordedWork: 10n };
    expect(faults({ ...later, ends: [10_010, 11_500] }, [10_000])).toEqual([
      'rig1: 1 acknowledged shares are not recorded, of which 0 may be',
    ]);
  });

  it('lets shares without an answer be recorded, and no others', () => {
    expect(faults({ recorded: 4, recordedWork: 40n, unanswered: 1 })).toEqual([]);
    expect(faults({ recorded: 5, recordedWork: 50n, unanswered: 1 })).toEqual([
      'rig1: 5 shares are recorded, and 3 were acknowledged and 1 not answered',
    ]);
  });

  it('names work that is recorded as less than it was', () => {
    expect(faults({ recordedWork: 29n })).toEqual(['rig1: 30 hashes were acknowledged and 29 recorded']);
  });

  it('names work that is recorded as more than it was', () => {
    expect(faults({ recordedWork: 31n })).toEqual(['rig1: 31 hashes are recorded, and 30 were acknowledged']);
    expect(faults({ recorded: 4, recordedWork: 41n, unanswered: 1 })).toEqual([
      'rig1: 41 hashes are recorded, and 30 were acknowledged',
    ]);
  });

  it('names a block that is no round, also of the last second', () => {
    const tale = worker({
      acked: [share(9900, 'ab'), share(9950, 'cd')],
      ends: [10_001],
      recorded: 2,
      recordedWork: 20n,
    });
    expect(judgeChaos([tale], [10_000], new Set(['cd'])).faults).toEqual([
      'the block ab was acknowledged and is no round',
    ]);
  });
});

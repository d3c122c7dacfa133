import { describe, expect, it } from 'vitest';
import { type Acked, judgeChaos, type WorkerTale } from './chaos-verdict.ts';

const share = (block?: string): Acked => ({ work: 10n, block });
const worker = (tale: Partial<WorkerTale>): WorkerTale => ({
  name: 'rig1',
  acked: [share(), share(), share()],
  unanswered: 0,
  recorded: 3,
  recordedWork: 30n,
  ...tale,
});
const faults = (tale: Partial<WorkerTale>): readonly string[] => judgeChaos([worker(tale)], new Set()).faults;

describe('judgeChaos', () => {
  it('holds where everything that was acknowledged is recorded', () => {
    expect(judgeChaos([worker({})], new Set())).toEqual({
      acked: 3,
      recorded: 3,
      unanswered: 0,
      lost: 0,
      blocks: 0,
      faults: [],
    });
  });

  it('names a share that is lost, whatever was killed', () => {
    expect(faults({ recorded: 2, recordedWork: 20n })).toEqual([
      'rig1: 1 acknowledged shares are not recorded',
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

  it('names a block that is no round', () => {
    const tale = worker({ acked: [share('ab'), share('cd')], recorded: 2, recordedWork: 20n });
    expect(judgeChaos([tale], new Set(['cd'])).faults).toEqual([
      'the block ab was acknowledged and is no round',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { judgeRelay, type RelayActResult } from './relay-verdict.ts';

const good: RelayActResult = {
  name: 'a good day',
  meanwhile: 6,
  acked: 10,
  unanswered: 0,
  rejected: 0,
  judged: 10,
  recorded: 10,
  forwarded: 10,
  accepted: 10,
  stale: 0,
  refused: 0,
  unknown: 0,
  unsent: 0,
  recordedThere: 10,
};

describe('what became of relayed shares', () => {
  it('is in order where every difference has a reason', () => {
    expect(judgeRelay(good)).toEqual({ explained: [], faults: [] });
    const bad = { ...good, unanswered: 1, recorded: 11, accepted: 8, stale: 1, unknown: 1, recordedThere: 9 };
    expect(judgeRelay({ ...bad, judged: 10 })).toEqual({
      explained: [
        '1 recorded whose miner was let go before it heard of it',
        '1 late, recorded because the other pool took them within a second',
        '1 sent on for a block that the other pool had left already',
        '1 without an answer when the connection ended',
        '1 recorded there whose answer never came',
      ],
      faults: [],
    });
  });

  it.each<[Partial<RelayActResult>, string]>([
    [{ meanwhile: 0 }, 'no miner was mining'],
    [{ recorded: 9, judged: 9 }, '1 acknowledged and not recorded'],
    [{ recorded: 11, judged: 11 }, '1 recorded that no miner has sent'],
    [{ judged: 11 }, '1 accepted and not recorded'],
    [{ forwarded: 11 }, '1 sent on without one end'],
    [{ forwarded: 11, refused: 1 }, '1 refused by the other pool for what they are'],
    [{ unsent: 1 }, '1 not sent on'],
    [{ recordedThere: 9 }, '1 accepted by the other pool and not recorded there'],
    [{ recordedThere: 11 }, '1 recorded there that were never accepted'],
  ])('is not where one has none: %j', (wrong, fault) => {
    expect(judgeRelay({ ...good, ...wrong }).faults).toEqual([fault]);
  });
});

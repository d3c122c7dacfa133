import { describe, expect, it } from 'vitest';
import { judgeRelay, type RelayActResult } from './relay-verdict.ts';

const good: RelayActResult = {
  name: 'a good day',
  unknownMax: 1,
  factor: 1,
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
  judgedWork: 10,
  recordedWork: 10,
  acceptedWork: 20,
  unknownWork: 0,
  recordedThereWork: 20,
};

describe('what became of relayed shares', () => {
  it('is in order where every difference has a reason', () => {
    expect(judgeRelay(good)).toEqual({ explained: [], faults: [] });
    const bad = { ...good, unanswered: 1, recorded: 11, accepted: 8, stale: 1, unknown: 1, recordedThere: 9 };
    const work = { recordedWork: 12, acceptedWork: 16, unknownWork: 2, recordedThereWork: 18 };
    expect(judgeRelay({ ...bad, ...work, rejected: 2 })).toEqual({
      explained: [
        '2 refused to their miners: late, or of a lane that was gone',
        '1 recorded whose miner was let go before it heard of it',
        '1 late, recorded because the other pool took them within a second',
        '1 recorded and not sent on: they take less than the other pool asks for',
        '1 sent on for a block that the other pool had left already',
        '1 without an answer when the connection ended',
        '1 recorded there whose answer never came',
      ],
      faults: [],
    });
  });

  it('may refuse as many to miners as an act is known to', () => {
    expect(judgeRelay({ ...good, rejected: 3, rejectedMax: 3 }).faults).toEqual([]);
  });

  it('may record what work was priced at while the other pool asked for more, and no more than that', () => {
    const asked = { ...good, factor: 4, holdsPrices: true, recordedThereWork: 5 };
    expect(judgeRelay({ ...asked, recordedWork: 40 })).toEqual({
      explained: [
        '30 hashes more recorded than judged, of work that was priced while the other pool asked for more',
        '15 hashes accepted and not recorded there, which counts a part in 4 of a share',
      ],
      faults: [],
    });
    expect(judgeRelay({ ...asked, recordedWork: 41 }).faults).toEqual(['more work recorded than judged']);
  });

  it('may count less there where more was asked for, and no less than it was', () => {
    const asked = { ...good, factor: 16, accepted: 2, forwarded: 2, recordedThere: 2, acceptedWork: 128 };
    expect(judgeRelay({ ...asked, recordedThereWork: 8 })).toEqual({
      explained: [
        '8 recorded and not sent on: they take less than the other pool asks for',
        '120 hashes accepted and not recorded there, which counts a part in 16 of a share',
      ],
      faults: [],
    });
    expect(judgeRelay({ ...asked, recordedThereWork: 5 }).faults).toEqual([
      'less work recorded there than a part in 16 of what it has accepted: 5 of 128 hashes',
    ]);
  });

  it('says which shares have come to the other pool of those that it never answered', () => {
    const silent = { ...good, unknownMax: 3, accepted: 7, unknown: 3, acceptedWork: 14, unknownWork: 6 };
    expect(judgeRelay({ ...silent, recordedThere: 9, recordedThereWork: 18 })).toEqual({
      explained: [
        '3 without an answer when the connection ended',
        '2 recorded there whose answer never came',
        '1 not recorded there: the connection ended before they came',
      ],
      faults: [],
    });
  });

  it.each<[Partial<RelayActResult>, string]>([
    [{ meanwhile: 0 }, 'no miner was mining'],
    [{ rejected: 3 }, '3 refused to their miners'],
    [{ rejected: 4, rejectedMax: 3 }, '4 refused to their miners'],
    [
      { accepted: 4, stale: 6, recordedThere: 4, acceptedWork: 8, recordedThereWork: 8 },
      '6 of 10 sent on too late',
    ],
    [{ accepted: 8, unknown: 2, recordedThere: 8 }, '2 without an answer, of 1 at most'],
    [{ recordedWork: 9 }, 'less work recorded than judged'],
    [{ recordedWork: 11 }, 'more work recorded than judged'],
    [{ recordedThereWork: 21 }, 'more work recorded there than the other pool has accepted: 21 of 20 hashes'],
    [{ recordedThereWork: 19 }, 'less work recorded there than it has accepted: 19 of 20 hashes'],
    [{ recorded: 9, judged: 9 }, '1 acknowledged and not recorded'],
    [{ recorded: 11, judged: 11 }, '1 recorded that no miner has sent'],
    [{ judged: 11 }, '1 accepted and not recorded'],
    [{ forwarded: 11 }, '1 sent on without one end'],
    [
      { forwarded: 0, accepted: 0, recordedThere: 0, acceptedWork: 0, recordedThereWork: 0 },
      'nothing was sent on',
    ],
    [{ forwarded: 11, refused: 1 }, '1 refused by the other pool for what they are'],
    [{ unsent: 1 }, '1 not sent on'],
    [{ recordedThere: 9 }, '1 accepted by the other pool and not recorded there'],
    [{ recordedThere: 11 }, '1 recorded there that were never accepted'],
  ])('is not where one has none: %j', (wrong, fault) => {
    expect(judgeRelay({ ...good, ...wrong }).faults).toEqual([fault]);
  });
});

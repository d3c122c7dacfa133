import { describe, expect, it } from 'vitest';
import { PageRequests } from './page-requests.ts';
import { verbAtPath } from './page-verbs.ts';

const log = verbAtPath('log');
const hold = verbAtPath('payouts/hold');
if (log === undefined || hold === undefined)
  throw new Error('the table of verbs lacks what is asked for here');

describe('what is asked at once', () => {
  /** Asks what was `asked` of the pool twice, and answers both afterwards. */
  async function askTwice(
    verb: typeof log & {},
  ): Promise<{ readonly asked: number; readonly answers: unknown[] }> {
    let asked = 0;
    let answer: (found: unknown) => void = () => undefined;
    const found = new Promise((resolve) => (answer = resolve));
    const actions = { [verb.name]: () => ((asked += 1), found) };
    const requests = new PageRequests({ readers: ['bob'], acting: ['ann'] }, actions, 60_000);
    const both = ['ann', 'bob'].map((actor) => requests.transport(actor).run(verb, {}));
    answer(['the same']);
    return { answers: await Promise.all(both), asked };
  }

  it('is a single look of the pool', async () => {
    expect(await askTwice(log)).toEqual({ asked: 1, answers: [['the same'], ['the same']] });
  });

  it('is done each time where it decides', async () => {
    expect((await askTwice(hold)).asked).toBe(2);
  });

  it('is looked for again once it was answered', async () => {
    let asked = 0;
    const actions = { [log.name]: async () => (asked += 1) };
    const asAnn = new PageRequests({ readers: [], acting: [] }, actions, 60_000).transport('ann');
    expect([await asAnn.run(log, {}), await asAnn.run(log, {})]).toEqual([1, 2]);
  });
});

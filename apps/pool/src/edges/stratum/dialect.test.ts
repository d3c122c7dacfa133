import { createShareScratch, hashShare } from '@openlode/stratum/dialects/bitcoin/share-hash';
import { meetsTarget, targetBytes } from '@openlode/stratum/core/difficulty';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256d } from './proof-of-work.ts';
import { startTestPool, startTime, type TestPool } from './testing/listener-kit.ts';
import { StratumClient } from './testing/stratum-client.ts';

const user = 'DOGE:D1.rig1';

/** What programs and firmware say beside the bare necessities, through a real listener. */
describe('the bitcoin dialect', () => {
  let pool: TestPool;
  let client: StratumClient;
  beforeEach(async () => {
    pool = await startTestPool();
    client = await StratumClient.open(pool.listener.port);
  });
  afterEach(async () => {
    await client.close();
    await pool.close();
  });

  it('agrees on version rolling before all else and takes the rolled bits into the header', async () => {
    client.say(
      'mining.configure',
      [
        ['version-rolling', 'minimum-difficulty', 'subscribe-extranonce', 'info'],
        {
          'version-rolling.mask': '1FFFE000',
          'version-rolling.min-bit-count': 2,
          'minimum-difficulty.value': 1e-9,
        },
      ],
      1,
    );
    expect((await client.next()).result).toEqual({
      'version-rolling': true,
      'version-rolling.mask': '1fffe000',
      'minimum-difficulty': true,
      'subscribe-extranonce': true,
      info: false,
    });
    const [subscribed] = await client.login();
    const result = subscribed?.result;
    const extranonce1 = Number.parseInt(String(Array.isArray(result) ? result[1] : ''), 16);
    const opened = pool.feed.registry.current;
    if (opened === undefined) throw new Error('no job');
    const scratch = createShareScratch(opened.job);
    const target = targetBytes((0xffffn << 240n) / 4n);
    let nonce = 0;
    const version = 0x20006000;
    for (; ; nonce++) {
      hashShare(
        opened.job,
        scratch,
        { extranonce1, extranonce2: 0, time: startTime, nonce, version },
        sha256d,
      );
      if (meetsTarget(scratch.hash, target)) break;
    }
    const numbers = ['1', '00000000', startTime.toString(16), nonce.toString(16).padStart(8, '0')];
    client.say('mining.submit', [user, ...numbers, '00006000'], 4);
    expect(await client.next()).toEqual({ id: 4, result: true, error: null });
    client.say('mining.submit', [user, ...numbers, '80006000'], 4);
    expect((await client.next()).error).toEqual([20, 'Version bits outside the agreed mask', null]);
  });

  it('starts where the password asks, and goes where the miner suggests with the next job', async () => {
    client.say('mining.subscribe', ['test'], 1);
    client.say('mining.authorize', [user, 'x,d=0.000001'], 2);
    await client.next();
    await client.next();
    expect((await client.next()).params).toEqual([4294 / 2 ** 32]);
    await client.next();
    client.say('mining.suggest_difficulty', [0.000002], 3);
    expect(await client.next()).toEqual({ id: 3, result: true, error: null });
    pool.chain.offer({ ...pool.chain.current, clean: false });
    const [difficulty, job] = [await client.next(), await client.next()];
    expect([difficulty.method, difficulty.params]).toEqual(['mining.set_difficulty', [8589 / 2 ** 32]]);
    // The first job was the miner's own, because it asked after it had been told its extranonce1.
    expect([job.method, job.params?.[0]]).toEqual(['mining.notify', '3']);
  });

  it('answers in the order of the questions, whatever their ids, and takes answers of the miner in silence', async () => {
    client.socket.write(
      [
        { id: 4, method: 'mining.extranonce.subscribe', params: [] },
        // What programs answer to client.show_message and client.get_version.
        { id: 4, result: 'test/1.0', error: null },
        { id: 4, result: null, error: [-3, 'Method not found', null] },
        { id: 4, method: 'client.get_version', params: [] },
        { id: 4, method: 'mining.multi_version', params: [1] },
        { id: 4, method: 'mining.get_transactions', params: ['1'] },
        { id: 'x', method: 'mining.hello', params: {} },
      ]
        .map((message) => `${JSON.stringify(message)}\n`)
        .join(''),
    );
    const answers = [];
    for (let count = 0; count < 5; count++) answers.push(await client.next());
    expect(answers).toEqual([
      { id: 4, result: true, error: null },
      { id: 4, result: 'openlode', error: null },
      { id: 4, result: true, error: null },
      { id: 4, result: [], error: null },
      { id: 'x', result: null, error: [20, 'Malformed message', null] },
    ]);
    expect(client.unread).toEqual([]);
  });
});

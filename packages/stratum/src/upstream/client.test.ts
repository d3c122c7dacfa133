import { describe, expect, it } from 'vitest';
import { playedUpstreams } from '../testing/played-upstreams.ts';
import { settingsOf } from '../testing/upstream-pair.ts';
import { UpstreamClient } from './client.ts';
import type { ClientSettings } from './client-dialect.ts';
import type { ClientOutcome, ClientState } from './client-state.ts';

const hash = (digit: string): string => digit.repeat(64);
const yes = (id: number): string => `{"id":${id},"result":true,"error":null}`;
const subscribed = '{"id":1,"result":[[],"08000002",4],"error":null}';
const notify = (id: string, clean = false, prefix = '0100'): string =>
  `{"id":null,"method":"mining.notify","params":["${id}","${hash('a')}","${prefix}","ffff",[],"20000000","1d00ffff","6921d3a0",${clean}]}`;
const say = (method: string, ...params: readonly unknown[]): string =>
  JSON.stringify({ id: null, method, params });

/** A client of Bitcoin's Stratum, told lines at times. */
class Connected {
  readonly client: UpstreamClient<unknown, never>;
  state: ClientState;
  said: readonly string[];
  now = 0;

  constructor(more: Partial<ClientSettings> = {}) {
    const [played] = playedUpstreams;
    if (played?.name !== 'bitcoin') throw new Error('the first row is Bitcoin');
    this.client = new UpstreamClient(played.client, settingsOf(played, more));
    const { state, lines } = this.client.open(0);
    this.state = state;
    this.said = lines;
  }

  hear(...lines: readonly string[]): readonly ClientOutcome[] {
    const outcomes: ClientOutcome[] = [];
    for (const line of lines) {
      const step = this.client.receive(this.state, line, this.now);
      this.state = step.state;
      this.said = step.lines;
      outcomes.push(...step.outcomes);
    }
    return outcomes;
  }

  wait(ms: number): readonly ClientOutcome[] {
    this.now += ms;
    const step = this.client.passTime(this.state, this.now);
    this.state = step.state;
    this.said = step.lines;
    return step.outcomes;
  }

  submit(job: ClientOutcome | undefined, ticket: number, free = '00000001'): readonly ClientOutcome[] {
    if (job?.kind !== 'job') throw new Error('no job');
    const found = { free, time: 1, nonce: 2, version: 0x20000000 } as never;
    const step = this.client.submit(this.state, { ticket, job: job.job, found }, this.now);
    this.state = step.state;
    this.said = step.lines;
    return step.outcomes;
  }

  static mining(more: Partial<ClientSettings> = {}): Connected {
    const client = new Connected(more);
    client.hear(subscribed, yes(2), yes(3));
    return client;
  }
}

const faultsOf = (outcomes: readonly ClientOutcome[]): readonly unknown[] =>
  outcomes.flatMap((outcome) => (outcome.kind === 'fault' ? [outcome.fault] : []));
const jobsOf = (outcomes: readonly ClientOutcome[]) =>
  outcomes.flatMap((outcome) => (outcome.kind === 'job' ? [outcome.job] : []));

describe('a client of an upstream', () => {
  it('takes no job for work before its login is accepted', () => {
    const client = new Connected();
    expect(client.hear(subscribed, notify('1'), notify('2', true))).toEqual([]);
    expect(client.hear(yes(2)).map(({ kind }) => kind)).toEqual(['ready', 'job']);
  });

  it('lets a difficulty and an extranonce hold from the next job on, which then closes those before', () => {
    const client = Connected.mining();
    const [before] = jobsOf(client.hear(notify('1')));
    expect(client.hear(say('mining.set_difficulty', 2))).toEqual([
      { kind: 'difficulty', target: 0xffffn << 207n },
    ]);
    expect(client.hear(say('mining.set_extranonce', '0900', 6))).toEqual([]);
    const [after] = jobsOf(client.hear(notify('2')));
    expect(before).toMatchObject({
      target: 0xffffn << 208n,
      room: { prefix: '08000002', freeBytes: 4 },
      clean: false,
    });
    expect(after).toMatchObject({
      target: 0xffffn << 207n,
      room: { prefix: '0900', freeBytes: 6 },
      clean: true,
    });
  });

  it('takes the same job with another extranonce for a new one', () => {
    const client = Connected.mining();
    client.hear(notify('1'), say('mining.set_extranonce', '0900', 4));
    expect(jobsOf(client.hear(notify('1')))).toMatchObject([
      { id: '1', room: { prefix: '0900' }, clean: true },
    ]);
  });

  it('names a job that is repeated, and takes it again after another one has closed it', () => {
    const client = Connected.mining();
    client.hear(notify('1', true));
    expect(client.hear(notify('1', true))).toEqual([
      { kind: 'fault', fault: 'repeated-job', text: '', ends: false },
    ]);
    expect(jobsOf(client.hear(notify('2', true, '0200'), notify('1', true))).map(({ id }) => id)).toEqual([
      '2',
      '1',
    ]);
  });

  it('matches answers by their number, whatever their order', () => {
    const client = Connected.mining();
    const [job] = client.hear(notify('1'));
    client.submit(job, 71);
    client.submit(job, 72, '00000002');
    expect(client.hear('{"id":5,"result":null,"error":[23,"Low difficulty share",null]}', yes(4))).toEqual([
      { kind: 'refused', ticket: 72, late: false, why: 'low-difficulty', text: 'Low difficulty share' },
      { kind: 'accepted', ticket: 71, late: false },
    ]);
    expect(faultsOf(client.hear(yes(4), yes(999), '{"id":"4","result":true,"error":null}'))).toEqual([
      'unasked-answer',
      'unasked-answer',
      'unasked-answer',
    ]);
  });

  it('calls a share unknown after ten seconds, and still hears what became of it', () => {
    const client = Connected.mining();
    const [job] = client.hear(notify('1'));
    client.submit(job, 71);
    client.submit(job, 72, '00000002');
    expect(client.wait(9999)).toEqual([]);
    expect(client.wait(1)).toEqual([
      { kind: 'unknown', ticket: 71 },
      { kind: 'unknown', ticket: 72 },
    ]);
    expect(client.hear(yes(4))).toEqual([{ kind: 'accepted', ticket: 71, late: true }]);
    client.wait(50_001);
    expect(faultsOf(client.hear(yes(5)))).toEqual(['unasked-answer']);
  });

  it('sends nothing that cannot be right, and no more than 256 shares without an answer', () => {
    const client = Connected.mining();
    const [job] = client.hear(notify('1'));
    expect(client.submit(job, 1, '0001')).toEqual([{ kind: 'unsent', ticket: 1, why: 'malformed' }]);
    expect(client.submit(job, 1, '0000000G')).toEqual([{ kind: 'unsent', ticket: 1, why: 'malformed' }]);
    for (let ticket = 0; ticket < 256; ticket++) expect(client.submit(job, ticket)).toEqual([]);
    expect(client.submit(job, 256)).toEqual([{ kind: 'unsent', ticket: 256, why: 'busy' }]);
    expect(new Connected().submit(job, 1)).toEqual([{ kind: 'unsent', ticket: 1, why: 'not-mining' }]);
  });

  it('goes on when a pool says nothing to what it may not know, and ends when it says nothing to the rest', () => {
    const client = new Connected({ versionMask: 0x1fffe000 });
    expect(client.wait(2999)).toEqual([]);
    client.wait(1);
    expect(client.said).toEqual(['{"id":2,"method":"mining.subscribe","params":["miner/1.0"]}\n']);
    expect(client.wait(17_000)).toEqual([]);
    expect(client.wait(1)).toEqual([{ kind: 'fault', fault: 'no-answer', text: '', ends: true }]);
    expect(client.hear(subscribed)).toEqual([]);
  });

  it('ends a connection on which no job comes', () => {
    const client = Connected.mining();
    client.hear(notify('1'));
    client.wait(120_000);
    expect(faultsOf(client.hear(notify('1')))).toEqual(['repeated-job']);
    expect(client.wait(1)).toEqual([{ kind: 'fault', fault: 'silent', text: '', ends: true }]);
  });

  it('answers who it is, and hands on sentences and wishes to go elsewhere', () => {
    const client = Connected.mining();
    client.hear('{"id":9,"method":"client.get_version","params":[]}');
    expect(client.said).toEqual(['{"id":9,"result":"miner/1.0","error":null}\n']);
    expect(client.hear(say('client.show_message', 'Straße\n<b>'))).toEqual([
      { kind: 'message', text: 'Stra?e?<b>' },
    ]);
    expect(
      client.hear(say('client.reconnect'), say('client.reconnect', 'EU.pool.example', '3334', 10)),
    ).toEqual([
      { kind: 'reconnect', host: '', port: undefined, waitSeconds: 0 },
      { kind: 'reconnect', host: 'eu.pool.example', port: 3334, waitSeconds: 10 },
    ]);
  });

  it('has each job keep the version bits that held when it came', () => {
    const client = new Connected({ versionMask: 0x1fffe000 });
    client.hear('{"id":1,"result":{"version-rolling":true,"version-rolling.mask":"00006000"},"error":null}');
    client.hear(subscribed.replace('"id":1', '"id":2'), yes(3), yes(4));
    const [before] = jobsOf(client.hear(notify('1')));
    expect(client.hear(say('mining.set_version_mask', '00002000'))).toEqual([]);
    const [after] = jobsOf(client.hear(notify('2')));
    expect([before?.versionMask, after?.versionMask]).toEqual([0x6000, 0x2000]);
  });

  it('refuses a difficulty below our own lightest share, and knows no block in what almost every hash is', () => {
    const floor = { easiestTarget: 0xffffn << 216n };
    expect(
      jobsOf(Connected.mining(floor).hear(say('mining.set_difficulty', 1 / 256), notify('1'))),
    ).toHaveLength(1);
    expect(
      faultsOf(Connected.mining(floor).hear(say('mining.set_difficulty', 1 / 257), notify('1'))),
    ).toEqual(['bad-difficulty']);
    const [job] = jobsOf(Connected.mining(floor).hear(notify('1').replace('1d00ffff', '207fffff')));
    expect(job).toMatchObject({ target: 0xffffn << 208n, networkTarget: undefined });
  });

  it('refuses a share that takes less than usual, but where a block takes less than that as well', () => {
    const usual = { easiestTarget: 0xffffn << 230n, usualTarget: 0xffffn << 208n };
    // Of a block of this network, difficulty 1 takes 2^32 hashes; of the other 2^16.
    const lines = (difficulty: number, bits: string) => [
      say('mining.set_difficulty', difficulty),
      notify('1').replace('1d00ffff', bits),
    ];
    const jobs = (...of: readonly [number, string]) => jobsOf(Connected.mining(usual).hear(...lines(...of)));
    expect([jobs(1, '1d00ffff'), jobs(1, '1f00ffff')].map(({ length }) => length)).toEqual([1, 1]);
    expect(faultsOf(Connected.mining(usual).hear(...lines(0.5, '1d00ffff')))).toEqual(['bad-difficulty']);
    // Shares of 2^16 hashes, and of 2^12.
    expect([jobs(2 ** -16, '1f00ffff'), jobs(2 ** -20, '1f00ffff')].map(({ length }) => length)).toEqual([
      1, 1,
    ]);
    expect(faultsOf(Connected.mining(usual).hear(...lines(2 ** -23, '1f00ffff')))).toEqual([
      'bad-difficulty',
    ]);
  });

  it('rolls the version bits that were agreed on, and no others', () => {
    const client = new Connected({ versionMask: 0x1fffe000 });
    expect(
      client.hear(
        '{"id":1,"result":{"version-rolling":true,"version-rolling.mask":"3fffe000"},"error":null}',
      ),
    ).toEqual([{ kind: 'fault', fault: 'bad-version-mask', text: '', ends: true }]);
  });
});

describe('what a hostile upstream says ends as a named fault', () => {
  const huge = 'a'.repeat(65_538);
  it.for([
    ['no JSON', 'not json', 'unreadable'],
    ['no text', '{"id":1,"method":"\uFFFD"}', 'unreadable'],
    ['a list', '[]', 'shape'],
    ['parameters by name', '{"id":null,"method":"mining.notify","params":{"0":1}}', 'shape'],
    ['difficulty zero', say('mining.set_difficulty', 0), 'bad-difficulty'],
    ['difficulty below zero', say('mining.set_difficulty', -1), 'bad-difficulty'],
    ['difficulty above 2^256', say('mining.set_difficulty', 1e68), 'bad-difficulty'],
    [
      'difficulty without end',
      '{"id":null,"method":"mining.set_difficulty","params":[1e999]}',
      'bad-difficulty',
    ],
    ['difficulty that every hash meets', say('mining.set_difficulty', 1e-300), 'bad-difficulty'],
    ['difficulty as a list', say('mining.set_difficulty', [[1]]), 'bad-difficulty'],
    ['no difficulty', say('mining.set_difficulty'), 'bad-difficulty'],
    ['extranonce with half a byte', say('mining.set_extranonce', '080', 4), 'bad-extranonce'],
    ['extranonce of 33 bytes', say('mining.set_extranonce', '00'.repeat(33), 4), 'bad-extranonce'],
    ['extranonce that is no text', say('mining.set_extranonce', 8, 4), 'bad-extranonce'],
    ['nothing of the extranonce', say('mining.set_extranonce', '08', 0), 'bad-extranonce'],
    ['too much of the extranonce', say('mining.set_extranonce', '08', 33), 'bad-extranonce'],
    ['half a byte of the extranonce', say('mining.set_extranonce', '08', 1.5), 'bad-extranonce'],
    ['a name of 129 characters', notify('n'.repeat(129)), 'bad-job'],
    ['a name with a line feed', notify('a\\n'), 'bad-job'],
    ['no name', notify(''), 'bad-job'],
    ['a coinbase of half a byte', notify('1', false, '010'), 'bad-job'],
    ['a coinbase of 65 KiB', notify('1', false, huge.repeat(2)), 'bad-job'],
    ['a coinbase of more than 8 KiB', notify('1', false, '00'.repeat(8192)), 'bad-job'],
    ['bits of no target', notify('1').replace('1d00ffff', '1d000000'), 'bad-job'],
    ['bits of a negative target', notify('1').replace('1d00ffff', '1d80ffff'), 'bad-job'],
    ['bits of a target above 2^256', notify('1').replace('1d00ffff', 'ff00ffff'), 'bad-job'],
    ['a branch that is no list', notify('1').replace('[]', '{}'), 'bad-job'],
    ['a branch of 33', notify('1').replace('[]', JSON.stringify(Array(33).fill(hash('0')))), 'bad-job'],
    ['clean as a number', notify('1').replace('false', '0'), 'bad-job'],
    ['a mask that was not asked for', say('mining.set_version_mask', '00002000'), 'bad-version-mask'],
    ['a host that is none', say('client.reconnect', 'a b', 1), 'shape'],
    ['a port that is none', say('client.reconnect', 'a', 65_536), 'shape'],
    ['a sentence that is none', say('client.show_message', {}), 'shape'],
  ] as const)('%s: %s', ([, line, fault]) => {
    const client = Connected.mining();
    expect(client.hear(line)).toEqual([{ kind: 'fault', fault, text: '', ends: true }]);
    expect(client.state.phase).toBe('ended');
    expect(client.hear(notify('2'))).toEqual([]);
  });

  it('lets pass what pools do all the time, as long as work comes', () => {
    const client = Connected.mining();
    const unknown = say('mining.ping');
    for (let count = 0; count < 64; count++)
      expect(client.hear(unknown)).toEqual([
        { kind: 'fault', fault: 'unknown-method', text: '', ends: false },
      ]);
    client.hear(notify('1'));
    for (let count = 0; count < 64; count++) client.hear(unknown);
    expect(faultsOf(client.hear(unknown))).toEqual(['unknown-method', 'too-many-faults']);
    expect(client.state.phase).toBe('ended');
  });

  it('takes no flood of lines, nor of jobs, which would all be sent on to miners', () => {
    const lines = Connected.mining();
    for (let count = 0; count < 1997; count++) lines.hear(say('mining.set_difficulty', 1 + (count % 2)));
    expect(faultsOf(lines.hear(say('mining.set_difficulty', 1)))).toEqual(['too-many-lines']);
    const jobs = Connected.mining();
    for (let count = 0; count <= 200; count++) jobs.hear(notify(`${count}`));
    expect(faultsOf(jobs.hear(notify('more')))).toEqual(['too-many-lines']);
    // Lines of which each may come: reading so much takes the time of all miners.
    const text = Connected.mining();
    const long = say('client.show_message', 'x'.repeat(260_000));
    for (let count = 0; count < 16; count++) text.hear(long);
    expect(faultsOf(text.hear(long))).toEqual(['too-many-lines']);
    const spread = Connected.mining();
    for (let count = 0; count < 32; count++) {
      spread.now = 100 * count;
      spread.hear(long);
    }
    expect(spread.state.phase).toBe('mining');
    const slow = Connected.mining();
    for (let count = 0; count < 1000; count++) {
      slow.now = 10 * count;
      slow.hear(notify(`${count}`));
    }
    expect(slow.state.phase).toBe('mining');
  });

  it('says in whose words a login was refused', () => {
    const client = new Connected();
    expect(client.hear(subscribed, '{"id":2,"result":null,"error":[24,"no such user",null]}')).toEqual([
      { kind: 'fault', fault: 'login-refused', text: 'no such user', ends: true },
    ]);
    expect(faultsOf(new Connected().hear('{"id":1,"result":null,"error":"no"}'))).toEqual([
      'subscription-refused',
    ]);
    expect(faultsOf(new Connected().hear(subscribed, '{"id":2,"result":false,"error":null}'))).toEqual([
      'login-refused',
    ]);
  });
});

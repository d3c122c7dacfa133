import { expect, it } from 'vitest';
import { difficultyScale } from '../../core/difficulty.ts';
import { ethereumEnv, testEthereumJobs } from '../../testing/ethereum-kit.ts';
import type { RelayedVerdict } from '../../upstream/relayed-share.ts';
import { readMessage } from '../../wire/message.ts';
import { relayedEthereum } from './relayed-dialect.ts';
import { type OpenRelayedEthereumJob, openRelayedEthereumJob } from './relayed-job.ts';

const user = 'ETHW:0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const [ethproxy, ethereumStratum] = relayedEthereum;

function jobOf(header: string): OpenRelayedEthereumJob {
  const upstream = {
    id: 'theirs',
    clean: true,
    target: 2n ** 250n,
    networkTarget: undefined,
    room: { prefix: '', freeBytes: 8 },
    work: { header, seed: '00'.repeat(32) },
    content: header,
    versionMask: 0,
  };
  return openRelayedEthereumJob(upstream, {
    id: header.slice(0, 2),
    clean: true,
    number: 1,
    chain: 'upstream-other',
    scale: difficultyScale(1n << 256n),
    height: 0,
    networkWork: 1n << 50n,
    verifies: true,
    leastWork: 1n,
    price: undefined,
    easiestTarget: 2n ** 250n,
  });
}

interface Said {
  readonly lines: readonly string[];
  readonly effects: readonly string[];
}

class Session {
  readonly #pending: unknown[] = [];
  readonly #dialect: (typeof relayedEthereum)[number];
  readonly #env = ethereumEnv(testEthereumJobs()) as never;
  #state;

  constructor(dialect: (typeof relayedEthereum)[number]) {
    this.#dialect = dialect;
    this.#state = dialect.open(1);
  }

  seat(begin: string): void {
    const seat = { room: { prefix: '', freeBytes: 8, begin } };
    this.#state = this.#dialect.seats?.take(this.#state, seat) ?? this.#state;
  }

  job(opened: OpenRelayedEthereumJob): void {
    this.#state = this.#dialect.announce(this.#state, opened, this.#env)?.state ?? this.#state;
  }

  /** Shares that it hands on to be judged, and how it goes on when they are. */
  judged(verdict: RelayedVerdict): Said {
    const share = this.#pending.shift();
    if (share === undefined) throw new Error('nothing is judged');
    return this.#follow(this.#dialect.complete(this.#state, share, verdict, this.#env));
  }

  say(method: string, params: readonly unknown[]): Said {
    const message = readMessage(JSON.stringify({ id: 1, jsonrpc: '2.0', method, params }));
    return this.#follow(this.#dialect.receive(this.#state, message, this.#env));
  }

  #follow({ state, replies, effects }: ReturnType<(typeof relayedEthereum)[number]['receive']>): Said {
    this.#state = state;
    for (const effect of effects) if (effect.kind === 'verify') this.#pending.push(effect.share);
    return {
      lines: replies.flatMap((each) => each.trim().split('\n')),
      effects: effects.map(({ kind }) => kind),
    };
  }
}

it('tells a session of its new beginning before the first job, where its seat changed before it logged in', () => {
  const session = new Session(ethereumStratum);
  session.seat('0007');
  session.job(jobOf('11'.repeat(32)));
  expect(session.say('mining.subscribe', ['a', 'EthereumStratum/1.0.0']).lines.join()).toContain('"0007"');
  session.say('mining.extranonce.subscribe', []);
  session.seat('0009');
  session.job(jobOf('22'.repeat(32)));
  const lines = session.say('mining.authorize', [user, 'x']).lines.map((line) => JSON.parse(line));
  expect(lines.map(({ method }) => method)).toEqual([
    undefined,
    'mining.set_extranonce',
    'mining.set_difficulty',
    'mining.notify',
  ]);
  expect(lines[1].params).toEqual(['0009']);
  // And once: a second worker hears nothing of it.
  const second = session.say('mining.authorize', [`${user}.two`, 'x']).lines.join();
  expect(second).not.toContain('set_extranonce');
});

it('lets a further machine log in while the seat of a session that mines changes, and no first one', () => {
  const session = new Session(ethproxy);
  session.seat('0007');
  session.job(jobOf('11'.repeat(32)));
  expect(session.say('eth_submitLogin', [`${user}.one`, 'x']).effects).toEqual(['authorized']);
  session.seat('0009');
  expect(session.say('eth_submitLogin', [`${user}.two`, 'x']).effects).toEqual(['authorized']);
  const first = new Session(ethproxy);
  first.seat('0007');
  expect(first.say('eth_submitLogin', [user, 'x']).effects).toEqual(['disconnect']);
});

it('holds a share that another session has sent against none, and what a session repeats against it', () => {
  const opened = jobOf('11'.repeat(32));
  const [first, second, third] = [new Session(ethproxy), new Session(ethproxy), new Session(ethproxy)];
  for (const session of [first, second, third]) {
    session.seat('0007');
    session.job(opened);
    session.say('eth_submitLogin', [user, 'x']);
  }
  const share = ['0x0000000000000001', `0x${'11'.repeat(32)}`, `0x${'ab'.repeat(32)}`];
  expect(first.say('eth_submitWork', share).effects).toEqual(['verify']);
  expect(third.say('eth_submitWork', share).effects).toEqual(['verify']);
  expect(first.judged({ kind: 'accepted', proof: new Uint8Array(32) }).effects).toEqual(['share']);
  // It was on its way when the first one counted.
  const late = third.judged({ kind: 'refused', reason: 'duplicate' });
  const refusal = '{"id":1,"jsonrpc":"2.0","error":{"code":22,"message":"Duplicate share"}}';
  expect(late).toEqual({ lines: [refusal], effects: [] });
  // Neither is it calculated.
  expect(second.say('eth_submitWork', share)).toEqual({ lines: [refusal], effects: [] });
  for (const session of [first, second, third])
    expect(session.say('eth_submitWork', share)).toEqual({ lines: [refusal], effects: ['rejected'] });
});

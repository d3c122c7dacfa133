import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createShareScratch, hashShare } from '@openlode/stratum/dialects/bitcoin/share-hash';
import { difficultyScale, meetsTarget, targetBytes, targetOfWork } from '@openlode/stratum/core/difficulty';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { portRules } from './port-rules.ts';
import { sha256d } from './proof-of-work.ts';
import { readCatalogueLogin } from './testing/read-catalogue-login.ts';
import { Conversation } from './testing/conversation.ts';
import { buildTemplate, startTestPool, startTime, type TestPool } from './testing/listener-kit.ts';
import { openTlsContext, type TlsContext } from './tls-context.ts';

const scale = difficultyScale(0xffffn << 208n);
const lightest = 4096n;
const doge = 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU';
const key = 'K-ABCDEFGHIJKLMNOP2345';
const user = `DOGE:${doge}.rig1`;
const time = startTime.toString(16);

interface Scene {
  readonly title: string;
  readonly about: string;
  play(pool: TestPool, open: () => Promise<Conversation>): Promise<Conversation>;
}

const subscribe = { id: 1, method: 'mining.subscribe', params: ['cpuminer/2.5.1'] };
const authorize = (login: string) => ({ id: 2, method: 'mining.authorize', params: [login, 'x'] });
const submit = (job: string, nonce: number) => ({
  id: 4,
  method: 'mining.submit',
  params: [user, job, '00000000', time, nonce.toString(16).padStart(8, '0')],
});

/** The first nonce of a job that makes a share, or that makes none. */
function nonceFor(pool: TestPool, extranonce1: number, isShare = true): number {
  const opened = pool.feed.registry.current;
  if (opened === undefined) throw new Error('no job');
  const target = targetBytes(targetOfWork(lightest, scale));
  const scratch = createShareScratch(opened.job);
  const { version } = opened.job;
  for (let nonce = 0; ; nonce++) {
    hashShare(opened.job, scratch, { extranonce1, extranonce2: 0, time: startTime, nonce, version }, sha256d);
    if (meetsTarget(scratch.hash, target) === isShare) return nonce;
  }
}

async function loggedIn(open: () => Promise<Conversation>): Promise<Conversation> {
  const miner = await open();
  await miner.say(subscribe, 1);
  await miner.say(authorize(user), 3);
  return miner;
}

function refused(title: string, about: string, login: string): Scene {
  return {
    title,
    about,
    async play(_pool, open) {
      const miner = await open();
      await miner.say(subscribe, 1);
      miner.tell(authorize(login));
      await miner.ends();
      return miner;
    },
  };
}

const scenes: readonly Scene[] = [
  {
    title: 'A login and a share',
    about: 'The difficulty comes before the first job.',
    async play(pool, open) {
      const miner = await loggedIn(open);
      await miner.say(submit('1', nonceFor(pool, miner.extranonce1)), 1);
      return miner;
    },
  },
  refused(
    'A login with a typing error',
    'The reason comes twice: most programs print one of the two only. The connection is closed, so that the program waits before it tries again.',
    `DOGE:${doge.slice(0, -1)}V.rig1`,
  ),
  refused('A login with an address of another coin', '', `BTC:${doge}.rig1`),
  refused('A login without a coin', '', `${doge}.rig1`),
  refused('A coin that the pool does not pay', '', 'NOPE:abc.rig1'),
  refused('A coin that is not paid any more', '', 'FTM:0x32211Eda9E8d538cAff4E619d0674f30DFb72bB5.rig1'),
  refused('A miner that the operator restricted', '', 'BTC:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4.rig1'),
  refused(
    'A Mining Key while the database is away',
    'A login with a coin is judged by itself; whom a key stands for stands in the database.',
    `${key}.rig1`,
  ),
  {
    title: 'A stale share',
    about:
      'A new block came; the share is for a job from before it. It is not the miner’s fault and costs nothing. The page of the address counts it as *Too late (stale)*.',
    async play(pool, open) {
      const miner = await loggedIn(open);
      const nonce = nonceFor(pool, miner.extranonce1);
      pool.chain.offer(buildTemplate({ previousHash: new Uint8Array(32).fill(8) }));
      await miner.hear(1);
      await miner.say(submit('1', nonce), 1);
      return miner;
    },
  },
  {
    title: 'A share twice, one too light, one malformed',
    about:
      'The page of the address counts them as *Sent twice*, *Below the difficulty* and *Not readable*, with what to do about each.',
    async play(pool, open) {
      const miner = await loggedIn(open);
      const nonce = nonceFor(pool, miner.extranonce1);
      const job = pool.feed.registry.current?.job.id ?? '';
      await miner.say(submit(job, nonce), 1);
      await miner.say(submit(job, nonce), 1);
      await miner.say(submit(job, nonceFor(pool, miner.extranonce1, false)), 1);
      await miner.say({ id: 4, method: 'mining.submit', params: [user, job, '0', time, '0x12'] }, 1);
      return miner;
    },
  },
  {
    title: 'Another extranonce1',
    about:
      'A pool of several processes may have to renumber its sessions. A program that asked to be told goes on; the others are disconnected and come again. Work on earlier jobs counts no more. The difficulty stays.',
    async play(pool, open) {
      const miner = await open();
      await miner.say({ id: 3, method: 'mining.extranonce.subscribe', params: [] }, 1);
      await miner.say(subscribe, 1);
      await miner.say(authorize(user), 3);
      pool.extranonces.retire();
      pool.extranonces.begin(0xf1);
      pool.feed.renew();
      await miner.hear(2);
      return miner;
    },
  },
  {
    title: 'A ban',
    about: 'Who goes on and on with shares that are none is told until when and why, and is closed.',
    async play(pool, open) {
      const miner = await loggedIn(open);
      const job = pool.feed.registry.current?.job.id ?? '';
      await miner.insist(
        { id: 4, method: 'mining.submit', params: [user, job, '00000000', 'ffffffff', 'ffffffff'] },
        700,
      );
      return miner;
    },
  },
  {
    title: 'A connection while banned',
    about:
      'Told at once and closed. A TLS port says nothing: it closes before the handshake, which would cost the pool more than the miner.',
    async play(_pool, open) {
      const miner = await open();
      await miner.ends();
      return miner;
    },
  },
];

const preface = `# What the miner sees

Word for word what a listener says, at the console of the mining program: a login, and what can go wrong with it. The suite
\`apps/pool/src/edges/stratum/what-the-miner-sees.test.ts\` holds these conversations over TCP and through TLS, and compares them with
this page; \`npx vitest run --project pool what-the-miner-sees -u\` writes it again. \`>\` is the miner, \`<\` the pool.
`;

describe('what the miner sees', () => {
  let directory: string;
  let tls: TlsContext;
  let certificate: string;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openlode-tls-'));
    tls = await openTlsContext(join(directory, 'tls.pem'), { miners: ['localhost'] }, { now: Date.now });
    certificate = readFileSync(join(directory, 'tls.pem'), 'utf8');
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  async function perform(isSecure: boolean): Promise<string[]> {
    const pool = await startTestPool({
      gateLimits: {},
      rules: portRules(scale, lightest),
      login: readCatalogueLogin,
      restricted: ({ coin }) => coin === 'BTC',
      prepareLogin: (text) =>
        text.startsWith(key) ? Promise.reject(new Error('the database is away')) : undefined,
      ...(isSecure ? { tls } : {}),
    });
    const acts: string[] = [];
    for (const scene of scenes) {
      const miner = await scene.play(pool, () =>
        Conversation.open(pool.listener.port, isSecure ? certificate : undefined),
      );
      acts.push(miner.log.join('\n'));
      miner.hangUp();
    }
    await pool.close();
    return acts;
  }

  it('is the same over TCP and through TLS, and is what the page in docs says', async () => {
    const [plain, secured] = [await perform(false), await perform(true)];
    const last = scenes.length - 1;
    expect(secured.slice(0, last)).toEqual(plain.slice(0, last));
    expect(secured[last]).toBe('(the pool closes the connection)');
    const page = scenes.map(({ title, about }, index) =>
      [`## ${title}`, ...(about === '' ? [] : [about]), `\`\`\`\n${plain[index]}\n\`\`\``].join('\n\n'),
    );
    await expect(`${[preface.trimEnd(), ...page].join('\n\n')}\n`).toMatchFileSnapshot(
      '../../../../../docs/what-the-miner-sees.md',
    );
  });
});

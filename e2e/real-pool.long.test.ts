import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePorts } from '../testing/free-port.ts';
import { hasLitecoind, LitecoinNode } from '../testing/litecoin-nodes.ts';
import { hasMonerod, MoneroNode } from '../testing/monero-nodes.ts';
import { PoolProcess } from '../testing/pool-process.ts';
import { runOpenlode } from '../testing/run-openlode.ts';
import { createScratchPostgres, postgresServer, type ScratchPostgres } from '../testing/scratch-postgres.ts';

const main = 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9';
const test = 'rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq';
const neverRun = 'this is a pool of kind real: nothing of this release was ever run against a real network';
const monero =
  '44z4pHFVSCUDMHJUmNBG4zJ6vgQNswkJsEAgj4GJwQijTZUhfsPeTgwGwpmJpNnkb1VEGDfwXPvG8UaTFZUqmvJuNwPWQSr';
const isPossible = hasLitecoind && hasMonerod && postgresServer !== undefined;

describe.skipIf(!isPossible)(
  'a pool of kind real on nodes of the main networks of Litecoin and Monero, which have no peers',
  { timeout: 300_000 },
  () => {
    let folder: string;
    let nodes: readonly LitecoinNode[];
    let moneros: readonly MoneroNode[];
    let database: ScratchPostgres;
    let pool: PoolProcess;
    let env: Readonly<Record<string, string>>;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'openlode-real-'));
      const [port, others] = [await freePorts(4), await freePorts(4)];
      nodes = ['one', 'two'].map(
        (name, at) => new LitecoinNode(name, join(folder, name), port + 2 * at, 'main'),
      );
      moneros = ['three', 'four'].map((name, at) => {
        const rpcPort = others + 2 * at;
        const where = { rpcPort, peer: { host: '127.0.0.1', port: rpcPort + 1 } };
        const node = new MoneroNode(name, join(folder, name), where, []);
        node.isMain = true;
        return node;
      });
      await Promise.all([...nodes, ...moneros].map((node) => node.start()));
      database = await createScratchPostgres(postgresServer ?? '');
      for (const key of ['look', 'pay']) await writeFile(join(folder, key), `${key}\nc2VjcmV0IQ==\n`);
      env = {
        // No exchange is there either.
        OPENLODE_EXCHANGE_KRAKEN_KEY_FILE: join(folder, 'look'),
        OPENLODE_EXCHANGE_KRAKEN_URL: 'http://127.0.0.1:1',
        DATABASE_URL: database.url,
        OPENLODE_CONFIG: await fileOf('real', main),
        OPENLODE_SANDBOX_CONTROL: '',
        OPENLODE_LOG_LEVEL: 'info',
      };
      pool = await PoolProcess.start({ env });
    }, 300_000);
    afterAll(async () => {
      await pool?.close();
      await database?.drop();
      await Promise.all([...(nodes ?? []), ...(moneros ?? [])].map((node) => node.signal('SIGKILL')));
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    });

    /** No source of rates is there. */
    async function fileOf(
      kind: string,
      address: string,
      urls = nodes.map(({ url }) => url),
    ): Promise<string> {
      const path = join(folder, `${kind}-${urls.length}-${address.slice(0, 4)}.yaml`);
      const listed = nodes.map(
        ({ name, loginFile }, at) =>
          `      - { name: ${name}, url: '${urls[at] ?? `http://127.0.0.1:${at + 1}`}', login: ${loginFile} }`,
      );
      const rates = ['coinpaprika', 'coingecko'].map(
        (source) => `  - { source: ${source}, url: 'http://127.0.0.1:1' }`,
      );
      const asked = moneros.map(
        ({ name, url }, at) =>
          `      - { name: ${name}, url: '${urls[at] === undefined ? 'http://127.0.0.1:' + (at + 1) : url}' }`,
      );
      const litecoin = ['  - coin: LTC', `    address: ${address}`, '    nodes:', ...listed];
      const chain = [...litecoin, '  - coin: XMR', `    address: "${monero}"`, '    nodes:', ...asked];
      const paid = [
        'exchangeRail:',
        '  exchange: kraken',
        `  key: ${join(folder, 'pay')}`,
        '  coins: [{ coin: XRP, method: XRP, least: 10, feeMax: 0.5 }]',
      ];
      const lines = [`kind: ${kind}`, 'chains:', ...chain, 'rates:', ...rates, ...paid, ''];
      await writeFile(path, lines.join('\n'));
      return path;
    }

    /** Another start with other settings, on a directory of its own: what it says, and how it ends. */
    async function refused(more: Readonly<Record<string, string>>) {
      const rival = PoolProcess.start({ env: { ...env, ...more }, secretOf: pool });
      return rival.then(
        async (started) => {
          await started.close();
          return 'it was started';
        },
        (error: Error) => error.message,
      );
    }

    it('says what was never tried, and that its nodes give no work', async () => {
      expect(pool.logs.filter((line) => line.includes(neverRun))).toHaveLength(1);
      await vi.waitFor(
        () => {
          const said = pool.logs.filter((line) => line.includes('a node gives no work')).join('\n');
          for (const { name } of nodes) expect(said).toContain(`"chain":"LTC main","node":"${name}"`);
          expect(said).toContain('it is loading the chain (block 0 of 0 so far)');
          for (const { name } of moneros) expect(said).toContain(`"chain":"XMR main","node":"${name}"`);
          // They give templates all the same.
          expect(said).toContain('it is alone: it runs with --offline');
        },
        { timeout: 60_000, interval: 200 },
      );
      const health = await (await fetch(`${pool.opsUrl}/health`)).text();
      expect(health).toContain('work: no node of ltc-main gives any');
      expect(health).toContain('work: no node of xmr-main gives any');
      expect(await database.query('SELECT kind FROM pool_identity')).toEqual([{ kind: 'real' }]);
    });

    it('calls itself neither a sandbox nor a test network on its pages', async () => {
      for (const path of ['/', '/?coin=LTC&algorithm=scrypt', '/blocks', `/address/${main}?coin=LTC`]) {
        const page = await (await fetch(`${pool.url}${path}`)).text();
        expect(page).toContain('"testNetwork":false');
        expect(page).toContain('"sandbox":false');
        const text = page.replace(/<(script|style)\b[^]*?<\/\1>/g, '');
        expect(text).not.toMatch(/test network|sandbox/i);
      }
    });

    it('is diagnosed: nodes of the main network, in words, and the sentence of the start', async () => {
      const { out } = await runOpenlode(['doctor'], { ...env, OPENLODE_DATA: pool.dataDirectory });
      expect(out).toContain('block 0 of main, 0 peers: it is loading the chain');
      expect(out).toContain('block 0 of mainnet, 0 peers: it is alone: it runs with --offline');
      expect(out).toContain(neverRun);
      expect(out).not.toContain('coins of a test network have no price');
      const OPENLODE_CONFIG = await fileOf('regtest', test, []);
      const other = await runOpenlode(['doctor'], {
        ...env,
        OPENLODE_CONFIG,
        OPENLODE_DATA: pool.dataDirectory,
      });
      expect(other.out).toContain('it was made for a real pool, and the settings are those of a regtest one');
    });

    it('checks a file: addresses of the main network, and none of a test network', async () => {
      const check = async (path: string) => runOpenlode(['config', 'check', path], {});
      expect((await check(await fileOf('real', main))).code).toBe(0);
      const wrong = await check(await fileOf('real', test));
      expect(wrong.code).not.toBe(0);
      expect(wrong.out + wrong.err).toMatch(new RegExp(`^ +4 +${test} is no address of LTC main`, 'm'));
    });

    it('is refused as a test network by its nodes, and by its database', async () => {
      expect(await refused({ OPENLODE_CONFIG: await fileOf('regtest', test) })).toContain(
        'of a pool of kind regtest, and of node one of LTC it holds that it is a node of main, not of regtest',
      );
      expect(await refused({ OPENLODE_CONFIG: await fileOf('regtest', test) })).toContain(
        'of node three of XMR it holds that it is a node of mainnet, not of fakechain',
      );
      // Nodes that do not answer say nothing against it.
      expect(await refused({ OPENLODE_CONFIG: await fileOf('regtest', test, []) })).toContain(
        'this database was made for a real pool and can never serve a regtest one',
      );
    });

    it('is refused with a clock that is moved, and without PostgreSQL', async () => {
      expect(await refused({ OPENLODE_SANDBOX_CONTROL: join(folder, 'control') })).toContain(
        'a pool of kind real has the time of the world',
      );
      expect(await refused({ DATABASE_URL: '' })).toContain('set DATABASE_URL to a PostgreSQL server');
    });

    it('does not start on nodes of a test network', async () => {
      const at = await freePorts(2);
      const other = new LitecoinNode('other', join(folder, 'other'), at);
      await other.start();
      try {
        const [one = other] = nodes;
        const file = await fileOf('real', main, [other.url, one.url]);
        const login = await readFile(other.loginFile, 'utf8');
        await writeFile(join(folder, 'other-login'), login);
        const text = await readFile(file, 'utf8');
        const path = join(folder, 'mixed.yaml');
        await writeFile(path, text.replace(one.loginFile, join(folder, 'other-login')));
        expect(await refused({ OPENLODE_CONFIG: path })).toContain(
          'of node one of LTC it holds that it is a node of regtest, not of main',
        );
      } finally {
        await other.signal('SIGKILL');
      }
    });
  },
);

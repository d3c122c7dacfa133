import { checkServerIdentity, connect } from 'node:tls';
import { once } from 'node:events';
import type { AlgorithmItem, AlgorithmServer } from '@openlode/contracts/http/algorithms';
import type { Site } from '@openlode/contracts/site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePorts } from '../testing/free-port.ts';
import { HashingMiner } from '../testing/hashing-miner.ts';
import { PoolProcess } from '../testing/pool-process.ts';
import { StratumClient } from '../testing/stratum-client.ts';

const user = 'LTC:ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9.fixed';

describe('the servers of a deployment', { timeout: 240_000 }, () => {
  let pool: PoolProcess;
  let fallback: { readonly tcp: number; readonly ssl: number };
  beforeAll(async () => {
    const first = await freePorts(2);
    fallback = { tcp: first, ssl: first + 1 };
    const regions = ['us', 'ca', 'eu', 'asia'].map(
      (region) => `${region}={algo}-{region}.{host}@${region}.pool.example`,
    );
    pool = await PoolProcess.start({
      env: {
        OPENLODE_HOST: 'pool.example',
        OPENLODE_MINING_HOST: '{algo}.{host}',
        OPENLODE_REGIONS: regions.join(),
        OPENLODE_FALLBACK_PORTS: `sha256:${fallback.tcp},sha256:${fallback.ssl}/ssl`,
        OPENLODE_STATIC_DIFFICULTY: 'scrypt:0.125',
      },
    });
  });
  afterAll(() => pool.close());

  async function algorithm(code: string): Promise<AlgorithmItem> {
    const answer = await fetch(`${pool.url}/api/v5/algorithm`);
    const { data } = (await answer.json()) as { data: AlgorithmItem[] };
    const found = data.find((each) => each.code === code);
    if (found === undefined) throw new Error(`there is no ${code}`);
    return found;
  }

  async function site(): Promise<Site> {
    const html = await (await fetch(pool.url)).text();
    const [, json = ''] = /<script type="application\/json" id="site">(.*?)<\/script>/.exec(html) ?? [];
    return JSON.parse(json) as Site;
  }

  const portsOf = (server: AlgorithmServer): { readonly port: number; readonly ssl: boolean }[] => [
    { port: server.defaultPort ?? 0, ssl: false },
    ...server.alternativePorts.map((port) => ({ port, ssl: false })),
    ...server.sslPorts.map((port) => ({ port, ssl: true })),
    ...server.highDiffPorts,
    ...server.extraPorts.flatMap(({ ports }) => ports.map(({ number, ssl }) => ({ port: number, ssl }))),
  ];

  it('are named by algorithm and region, in the calls and in the page, where the catalogue offers the region [algo-05]', async () => {
    const { globalServer, alternativeServers } = await algorithm('sha256');
    expect(globalServer).toMatchObject({ description: 'Global', url: 'sha256.pool.example', country: null });
    expect(alternativeServers.map(({ description, url, country }) => [description, url, country])).toEqual([
      ['North America', 'sha256-us.pool.example', 'US'],
      ['Europe', 'sha256-eu.pool.example', 'EU'],
      ['Asia', 'sha256-asia.pool.example', 'SG'],
    ]);
    expect((await algorithm('randomx')).alternativeServers.map(({ url }) => url)).toEqual([
      'randomx-us.pool.example',
      'randomx-ca.pool.example',
      'randomx-eu.pool.example',
      'randomx-asia.pool.example',
    ]);
    const embedded = await site();
    expect(embedded.algorithms.find(({ code }) => code === 'sha256')).toEqual(await algorithm('sha256'));
    expect(embedded.regions).toContainEqual({ country: 'EU', ping: '//eu.pool.example/ping' });
    const { headers } = await fetch(pool.url);
    expect(headers.get('content-security-policy')).toContain('eu.pool.example');
  });

  it('listen on every port that is named, fallback ports too, with a certificate for every name [algo-05]', async () => {
    const ca = await pool.certificate();
    for (const code of ['sha256', 'scrypt', 'kheavyhash']) {
      const ports = portsOf((await algorithm(code)).globalServer);
      expect(ports.length).toBeGreaterThanOrEqual(4);
      for (const { port, ssl } of ports) {
        const client = await StratumClient.connect({ port, ca: ssl ? ca : undefined });
        await client.subscribe('suite');
        await client.close();
      }
    }
    const { globalServer } = await algorithm('sha256');
    expect([globalServer.alternativePorts, globalServer.sslPorts]).toEqual([
      [fallback.tcp],
      [pool.stratumPort('sha256') + 1000, fallback.ssl],
    ]);
    const socket = connect({ host: '127.0.0.1', port: fallback.ssl, ca, servername: 'sha256.pool.example' });
    await once(socket, 'secureConnect');
    for (const name of ['pool.example', 'sha256.pool.example', 'scrypt-asia.pool.example'])
      expect(checkServerIdentity(name, socket.getPeerCertificate())).toBeUndefined();
    socket.destroy();
    const miner = await HashingMiner.start({ port: fallback.tcp, user });
    await miner.whenAcked(1);
    await miner.stop();
  });

  it('hold a fixed difficulty, whatever a miner suggests, and name no port for another one [algo-05]', async () => {
    const { customStaticDiff, globalServer } = await algorithm('scrypt');
    expect(customStaticDiff).toBe('0.125');
    expect(globalServer.highDiffPorts).toEqual([]);
    expect(globalServer.extraPorts.map(({ name, showType }) => [name, showType])).toEqual([['Proxy', true]]);
    expect((await algorithm('sha256')).customStaticDiff).toBeNull();
    const difficulties: number[] = [];
    const client = await StratumClient.connect(
      { port: globalServer.defaultPort ?? 0 },
      { onJob: (_job, difficulty) => difficulties.push(difficulty) },
    );
    await client.subscribe('suite');
    await client.request('mining.suggest_difficulty', [64]);
    await client.authorize(user, 'd=64');
    while (difficulties.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect([...new Set(difficulties)]).toEqual([0.125]);
    await client.close();
  });

  it('are the pool’s own name, without regions, fallback ports or a fixed difficulty, where nothing is set [algo-05]', async () => {
    await pool.restart('SIGTERM', {
      OPENLODE_MINING_HOST: '',
      OPENLODE_REGIONS: '',
      OPENLODE_FALLBACK_PORTS: '',
      OPENLODE_STATIC_DIFFICULTY: '',
    });
    for (const item of (await site()).algorithms) {
      expect([item.globalServer.url, item.alternativeServers, item.globalServer.alternativePorts]).toEqual([
        'pool.example',
        [],
        [],
      ]);
      expect(item.customStaticDiff).toBeNull();
    }
    expect((await site()).regions).toEqual([]);
  });
});

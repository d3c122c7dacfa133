import { setTimeout as sleep } from 'node:timers/promises';
import { portPlan } from '@openlode/catalogue/port-plan';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canBuildImages, Containers } from '../testing/container-image.ts';
import { HashingMiner } from '../testing/hashing-miner.ts';
import { reservePoolPorts } from '../testing/pool-ports.ts';

/** A minute for the base, some for the build. */
const buildMs = 20 * 60_000;
const startMs = 60_000;
/** Each container begins with a whole copy of the image: on a busy disk minutes. */
const copyMs = 5 * 60_000;

describe.skipIf(!canBuildImages)('deploy/container', () => {
  let containers: Containers;
  beforeAll(() => {
    containers = new Containers();
    containers.makeBase('localhost/base');
    // Each step kept by itself would be a whole copy of the image here, and a minute to take away again.
    const how = ['--layers=false', '--isolation', 'chroot', '--network', 'host'];
    const from = [...how, '--build-arg', 'BASE=localhost/base'];
    const file = 'deploy/container/Containerfile';
    containers.run(['build', ...from, '-f', file, '-t', 'localhost/openlode', '.'], containers.checkout());
  }, buildMs);
  afterAll(() => containers.close(), buildMs);

  it(
    'is a pool that starts as a user of its own on a root that it cannot write, takes a share, answers commands, and ends at once',
    async () => {
      const ports = await reservePoolPorts();
      const settings = {
        OPENLODE_PORT: ports.http,
        OPENLODE_OPS_PORT: ports.ops,
        OPENLODE_STRATUM_BASE: ports.stratumBase,
        OPENLODE_BIND: '127.0.0.1',
        OPENLODE_SEED: 'none',
      };
      const shutIn = '--read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges'.split(' ');
      containers.start([
        ...shutIn,
        '--detach',
        '--name',
        'pool',
        '--volume',
        'data:/var/lib/openlode',
        ...Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
        'localhost/openlode',
      ]);
      const health = await healthy(`http://127.0.0.1:${ports.ops}/health`);
      expect(health).toMatchObject({ ready: true });
      const page = await fetch(`http://127.0.0.1:${ports.http}/`);
      expect([page.status, (await page.text()).includes('<div id="root"')]).toEqual([200, true]);
      const port = portPlan('sha256', ports.stratumBase)?.standard.tcp ?? 0;
      const user = 'LTC:ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9.boxed';
      const miner = await HashingMiner.start({ port, user });
      await miner.whenAcked(1);
      await miner.stop();
      expect(containers.run(['exec', 'pool', 'id', '--user', '--name'])).toBe('openlode');
      expect(containers.run(['exec', 'pool', 'openlode', 'suspensions', 'list'])).toBe(
        'Nothing is suspended.',
      );
      expect(() => containers.run(['exec', 'pool', 'touch', '/opt/openlode/app/x'])).toThrow(
        'Read-only file system',
      );
      const stopping = performance.now();
      containers.run(['stop', '--time', '30', 'pool']);
      expect(performance.now() - stopping).toBeLessThan(20_000);
      expect(containers.run(['inspect', '--format', '{{.State.ExitCode}}', 'pool'])).toBe('0');
      ports.release();
    },
    copyMs + startMs * 2,
  );

  it(
    'has no tools of the build and no key',
    () => {
      const listed = containers.start('--rm --entrypoint ls localhost/openlode node_modules apps'.split(' '));
      expect(listed).toContain('fastify');
      for (const name of ['esbuild', 'vitest', 'typescript', 'signer'])
        expect(listed.split('\n')).not.toContain(name);
    },
    copyMs,
  );
});

async function healthy(url: string): Promise<unknown> {
  for (const until = performance.now() + startMs; ; await sleep(500))
    try {
      const answer = await fetch(url);
      if (answer.ok) return await answer.json();
      throw new Error(`it answers ${answer.status}`);
    } catch (error) {
      if (performance.now() > until) throw error;
    }
}

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from '@playwright/test';
import { freePorts } from '../testing/free-port.ts';
import { ROOT } from './root.ts';

const run = promisify(execFile);

/** The operator's page, a list and a decision of it; with the name of each picture. */
const shots = [
  { name: 'operator', path: '/operator' },
  { name: 'operator-payouts', path: '/operator/do/payouts/list?limit=10' },
  { name: 'operator-suspend', path: '/operator/do/suspensions/suspend' },
] as const;

export interface OperatorPageShots {
  /** Settings of a pool that has the page. */
  readonly env: Readonly<Record<string, string>>;
  /** Takes the pictures of the running pool as one who may act; answers how long each page took until it was painted, ms. */
  takeAll(
    browser: Browser,
    folder: string,
    sizes: { readonly widths: readonly number[]; readonly modes: readonly ('light' | 'dark')[] },
  ): Promise<readonly { readonly name: string; readonly ms: number }[]>;
  end(): Promise<void>;
}

/** Certificates as `deploy/operator-page/certificates.sh` makes them, and the settings that use them. */
export async function prepareOperatorPage(): Promise<OperatorPageShots> {
  const certificates = await mkdtemp(join(tmpdir(), 'openlode-operator-shots-'));
  const script = join(ROOT, 'deploy/operator-page/certificates.sh');
  await run('sh', [script, certificates, 'localhost', 'ann']);
  const port = await freePorts();
  const origin = `https://localhost:${port}`;
  const file = (name: string): string => join(certificates, name);
  return {
    env: {
      OPENLODE_OPERATOR_PAGE_PORT: String(port),
      OPENLODE_OPERATOR_PAGE_CERTIFICATE: file('page.pem'),
      OPENLODE_OPERATOR_PAGE_AUTHORITY: file('authority.pem'),
      OPENLODE_OPERATOR_PAGE_ACTING: 'ann',
    },
    takeAll: async (browser, folder, { widths, modes }) => {
      const took: { name: string; ms: number }[] = [];
      for (const width of widths)
        for (const colorScheme of modes) {
          const context = await browser.newContext({
            viewport: { width, height: 900 },
            colorScheme,
            // The authority is of this run.
            ignoreHTTPSErrors: true,
            clientCertificates: [{ origin, certPath: file('ann.crt'), keyPath: file('ann.key') }],
          });
          const page = await context.newPage();
          for (const { name, path } of shots) {
            await page.goto(origin + path, { waitUntil: 'load' });
            // The first paint can be later than the load.
            const paint = await page.waitForFunction(
              () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
            );
            const ms = (await paint.jsonValue()) ?? Number.NaN;
            took.push({ name, ms });
            await page.screenshot({
              path: join(folder, `${name}-${colorScheme}-${width}.png`),
              fullPage: true,
            });
          }
          await context.close();
        }
      return took;
    },
    end: () => rm(certificates, { recursive: true, force: true }),
  };
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from '@playwright/test';
import { buildStale } from '../../scripts/build/build-stale.ts';
import { findChromium, thisMachine } from '../../scripts/find-chromium.ts';
import { HashingMiner } from '../../testing/hashing-miner.ts';
import { PoolProcess } from '../../testing/pool-process.ts';
import { printTable, spreadText } from '../support/print-table.ts';
import { spreadOf } from '../support/statistics.ts';
import { measurePage, type PageFigures } from './measure-page.ts';

const lcpMaxMs = 1000;
const blockedMaxMs = 100;
const shiftMax = 0.01;
const address = 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU';

/** How soon the coin page stands on a slow phone, beside a page of one line served by a bare server in the same run. */
export async function runPage({
  runs,
  isQuick,
}: {
  readonly runs: number;
  readonly isQuick: boolean;
}): Promise<void> {
  const found = findChromium(thisMachine());
  if (found.kind !== 'found') throw new Error(found.advice);
  await buildStale();
  const blank = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      '<!doctype html><title>blank</title><meta name=viewport content="width=device-width"><h1>Blank</h1>',
    );
  });
  await new Promise<void>((resolve) => blank.listen(0, '127.0.0.1', resolve));
  const pool = await PoolProcess.start();
  const browser = await chromium.launch({
    executablePath: found.path,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
  try {
    // A page with data: a miner has mined, and is gone before anything is measured.
    const miner = await HashingMiner.start({
      port: pool.stratumPort('sha256'),
      user: `DOGE:${address}.bench`,
    });
    await miner.whenAcked(3);
    await miner.stop();
    const tabs = '[role=tablist]';
    const pages = [
      { name: 'blank page', url: `http://127.0.0.1:${(blank.address() as AddressInfo).port}/`, ready: 'h1' },
      { name: '/', url: `${pool.url}/`, ready: tabs },
      { name: '/?coin=DOGE&algorithm=scrypt', url: `${pool.url}/?coin=DOGE&algorithm=scrypt`, ready: tabs },
    ];
    const figures = new Map<string, PageFigures[]>(pages.map(({ name }) => [name, []]));
    // The first load of a browser pays for the browser.
    for (const { url, ready } of pages) await measurePage(browser, url, ready);
    for (let run = 0; run < (isQuick ? 1 : runs); run += 1)
      for (const { name, url, ready } of pages)
        figures.get(name)?.push(await measurePage(browser, url, ready));
    printTable(
      `A slow phone (4 × slower, 150 ms, 1.6 Mbit/s), ${isQuick ? 1 : runs} interleaved runs, cold caches`,
      ['page', 'LCP ms', 'blocked ms', 'layout shift', 'script kB', 'goals'],
      pages.map(({ name }) => {
        const all = figures.get(name) ?? [];
        const of = (field: keyof PageFigures) => spreadOf(all.map((each) => each[field]));
        const met =
          of('lcp').median <= lcpMaxMs &&
          of('blocked').median <= blockedMaxMs &&
          of('shift').median <= shiftMax;
        return [
          name,
          spreadText(of('lcp'), 0),
          spreadText(of('blocked'), 0),
          spreadText(of('shift'), 3),
          (of('scriptBytes').median / 1000).toFixed(1),
          name === 'blank page' ? '' : met ? 'met' : 'MISSED',
        ];
      }),
    );
  } finally {
    await browser.close();
    await pool.close();
    blank.close();
  }
}

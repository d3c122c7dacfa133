import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../runtime/database/testing/create-test-database.ts';
import {
  flagExchangeAddress,
  readExchangeFlags,
  unflagExchangeAddress,
} from '../domain/miners/exchange-addresses.ts';
import { createTestContext, type TestContext } from '../domain/testing/create-test-context.ts';
import { ExchangeFileError, openExchangeSettings, parseExchangeFile } from './exchange-file.ts';

const address = 'rNxp4h8apvRis6mJf9Sh8C6iRxfrDWN7AV';
const other = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';

describe('the file of exchange addresses', () => {
  it('names coin, address and exchange, however the coin is typed', () => {
    const text = JSON.stringify([{ coin: 'xrp', address: ` ${address} `, exchange: ' An exchange ' }]);
    expect(parseExchangeFile('/f', text)).toEqual([{ coin: 'XRP', address, exchange: 'An exchange' }]);
    expect(parseExchangeFile('/f', '[]')).toEqual([]);
  });

  it('says of every wrong entry what is wrong with it [rule-04]', () => {
    const entries = [
      { coin: 'NOPE', address, exchange: 'An exchange' },
      { coin: 'XRP', address: `${address}W`, exchange: 'An exchange' },
      { coin: 'DOGE', address: 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU', exchange: 'An exchange' },
      { coin: 'XRP', address, exchange: ' ' },
      { coin: 'XRP', address },
    ];
    expect(() => parseExchangeFile('/f', JSON.stringify(entries))).toThrow(
      new ExchangeFileError(
        [
          '/f: entry 1 names NOPE, which is no coin of this pool',
          `/f: entry 2 is no address of XRP: ${address}W`,
          '/f: entry 3 names a network that takes no memo (DOGE), so none can be asked for',
          '/f: entry 4 has no name of the exchange',
          '/f: entry 5 must have coin, address and exchange, all of them text, and nothing else',
        ].join('\n'),
      ),
    );
    expect(() => parseExchangeFile('/f', '{}')).toThrow('/f must be a list such as');
    expect(() => parseExchangeFile('/f', '[')).toThrow('/f is not valid JSON');
  });
});

describe.each(testEngines())('exchanges of the settings on %s', (engine) => {
  let ctx: TestContext;
  let directory: string;
  let path: string;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
    directory = mkdtempSync(join(tmpdir(), 'openlode-exchanges-'));
    path = join(directory, 'exchanges.json');
  });
  afterAll(async () => {
    await ctx.close();
    rmSync(directory, { recursive: true });
  });

  const write = (...flags: readonly { readonly address: string; readonly exchange: string }[]) =>
    writeFileSync(path, JSON.stringify(flags.map((flag) => ({ coin: 'XRP', ...flag }))));
  const names = async () => (await readExchangeFlags(ctx)).map((flag) => [flag.address, flag.exchange]);

  it('follow their file, stay where it cannot be used, and yield to commands', async () => {
    const faults: unknown[] = [];
    const options = { configured: [], path, onError: (fault: unknown) => faults.push(fault) };
    await expect(openExchangeSettings(ctx, options)).rejects.toThrow(`${path} cannot be read: ENOENT`);
    write({ address, exchange: 'One' }, { address: other, exchange: 'Two' });
    const settings = await openExchangeSettings(ctx, options);
    expect(await names()).toEqual([
      [other, 'Two'],
      [address, 'One'],
    ]);

    write({ address, exchange: 'One, renamed' });
    await settings.refresh();
    expect(await names()).toEqual([[address, 'One, renamed']]);
    writeFileSync(path, 'half a f');
    await settings.refresh();
    await settings.refresh();
    expect([faults.length, await names()]).toEqual([1, [[address, 'One, renamed']]]);

    await flagExchangeAddress(ctx, { coin: 'XRP', address, exchange: 'By command' });
    write({ address, exchange: 'By the file again' });
    await settings.refresh();
    expect(await names()).toEqual([[address, 'By command']]);
    expect(await unflagExchangeAddress(ctx, { coin: 'XRP', address })).toBe('unflagged');
    await settings.refresh();
    expect(await names()).toEqual([[address, 'By the file again']]);
    expect(await unflagExchangeAddress(ctx, { coin: 'XRP', address })).toBe('not-flagged');
    await openExchangeSettings(ctx, { ...options, path: undefined });
    expect(await names()).toEqual([]);
  });
});

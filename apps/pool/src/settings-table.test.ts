import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig, settingNames } from './config.ts';

const source = import.meta.dirname;
const table =
  readFileSync(join(source, '../../../README.md'), 'utf8')
    .split('## Settings')[1]
    ?.split('\n## ')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('| `')) ?? [];

/** Names of the first cell; `…_RUN` stands for the name before it with another last part. */
function namesIn(row: string): string[] {
  const names: string[] = [];
  for (const [, name = ''] of row.split('|')[1]?.matchAll(/`([A-Z_…]+)`/g) ?? []) {
    const before = names.at(-1) ?? '';
    names.push(name.startsWith('…') ? before.slice(0, before.lastIndexOf('_')) + name.slice(1) : name);
  }
  return names;
}

const documented = table.flatMap(namesIn).toSorted();

describe('the settings of the README', () => {
  it('are the variables that the pool reads, each once', () => {
    expect(documented).toEqual([...settingNames()].toSorted());
    expect(new Set(documented).size).toBe(documented.length);
  });

  it('are all that this release knows: each is taken, and a typing mistake is refused', () => {
    for (const name of documented) {
      const fault = faultOf({ [name]: '' });
      expect([name, fault]).toEqual([name, undefined]);
    }
    expect(faultOf({ OPENLODE_PROT: '1' })).toBe('OPENLODE_PROT is not a setting of this release');
  });

  it('have the defaults that stand there', () => {
    const defaults = new Map(
      table.flatMap((row) => {
        const names = namesIn(row);
        const values = (row.split('|')[2] ?? '').split(', ').map((value) => value.trim());
        return names.map((name, index): [string, string] => [name, values[index] ?? values[0] ?? '']);
      }),
    );
    const config = readConfig({}, '/srv');
    expect({
      OPENLODE_PORT: String(config.httpPort),
      OPENLODE_BIND: config.httpBind,
      OPENLODE_HOST: config.host,
      OPENLODE_STRATUM_BASE: String(config.stratumBase),
      OPENLODE_DATA: config.dataDirectory.replace('/srv', '.'),
      OPENLODE_SEED: config.seed,
      OPENLODE_OPS_BIND: config.opsBind,
      OPENLODE_OPERATOR_NAME: config.operator.name,
      OPENLODE_RATES: config.rates,
      OPENLODE_RAIL: config.rail,
      OPENLODE_CONVERSION_CAP_USD: String(config.conversionCaps.eachUsd / 10n ** 18n),
      OPENLODE_CONVERSION_HOUR_CAP_USD: String(config.conversionCaps.hourUsd / 10n ** 18n),
      OPENLODE_CONVERSION_EXPOSURE_USD: config.conversionCaps.exposure === undefined ? '–' : '',
      OPENLODE_CONVERSION_EXPOSURE_ALL_USD: config.conversionCaps.exposure === undefined ? '–' : '',
      OPENLODE_CONVERSION_SPREAD_STABLE: String(config.conversionSpreads.ppm.stable),
      OPENLODE_CONVERSION_SPREAD_LIQUID: String(config.conversionSpreads.ppm.liquid),
      OPENLODE_CONVERSION_SPREAD_THIN: String(config.conversionSpreads.ppm.thin),
      OPENLODE_CONVERSION_CLASSES: config.conversionSpreads.named.size === 0 ? '–' : '',
      OPENLODE_PAYOUT_CAP_ACCOUNT: String(config.payoutCaps.miner / 10n ** 18n),
      OPENLODE_PAYOUT_CAP_RUN: String(config.payoutCaps.run / 10n ** 18n),
      OPENLODE_PAYOUT_CAP_DAY: String(config.payoutCaps.day / 10n ** 18n),
      OPENLODE_TRADE_CAP_ORDER: String(config.tradeCaps.orderUsd / 10n ** 18n),
      OPENLODE_TRADE_CAP_HOUR: String(config.tradeCaps.hourUsd / 10n ** 18n),
      OPENLODE_TRADE_CAP_DAY: String(config.tradeCaps.dayUsd / 10n ** 18n),
      OPENLODE_TRADE_CAP_EXPOSURE: String(config.tradeCaps.exposureUsd / 10n ** 18n),
      OPENLODE_TRADE_BY_ITSELF: config.sendsTrades ? 'send' : 'dry',
      OPENLODE_TRANSFER_CAP_DAY: String(config.transferDayUsd / 10n ** 18n),
      OPENLODE_TRADE_CAP_LOSS: String(config.tradeCaps.lossUsd / 10n ** 18n),
    }).toEqual(
      Object.fromEntries(
        [...defaults].filter(([name]) =>
          /^OPENLODE_(PORT|BIND|HOST|STRATUM_BASE|DATA|SEED|OPS_BIND|OPERATOR_NAME|RATES|RAIL|CONVERSION.*|PAYOUT.*|TRADE.*|TRANSFER.*)$/.test(
            name,
          ),
        ),
      ),
    );
    expect(config.opsPort).toBe(config.httpPort + 1);
  });

  it('are read in two places only: config.ts for the pool, actor.ts for who gives a command', () => {
    const elsewhere = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|testing\//.test(file))
      .filter((file) => /process\.env\b/.test(readFileSync(join(source, file), 'utf8')));
    expect(elsewhere.toSorted()).toEqual(['main.ts', 'openlode.ts']);
  });
});

/** The first fault of an environment. */
function faultOf(environment: Readonly<Record<string, string>>): string | undefined {
  try {
    readConfig(environment, '/srv');
    return undefined;
  } catch (error) {
    return (error as Error).message.split('\n')[0];
  }
}

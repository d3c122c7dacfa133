import { findCoin } from '@openlode/catalogue/coins';
import {
  type CoinClass,
  coinClasses,
  type ConversionSpreads,
  spreadMaxPpm,
} from '@openlode/ledger/conversion-spread';
import type { SettingReader } from './setting-reader.ts';

/** What conversions keep back by class: nothing where it is not set. */
export function readConversionSpreads(settings: SettingReader): ConversionSpreads {
  const ppm = {
    stable: settings.percent('OPENLODE_CONVERSION_SPREAD_STABLE', spreadMaxPpm),
    liquid: settings.percent('OPENLODE_CONVERSION_SPREAD_LIQUID', spreadMaxPpm),
    thin: settings.percent('OPENLODE_CONVERSION_SPREAD_THIN', spreadMaxPpm),
  };
  const named = readNamed(settings);
  const sellsThinFirst =
    settings.oneOf('OPENLODE_SELL_FIRST', ['none', 'thin'], 'kinds of coins that are sold first') === 'thin';
  return { ppm, named, ...(sellsThinFirst && { sellsThinFirst }) };
}

const nameFault =
  'OPENLODE_CONVERSION_CLASSES must be COIN=CLASS with commas between, each coin of the catalogue once: ';

function readNamed(settings: SettingReader): ReadonlyMap<string, CoinClass> {
  const named = new Map<string, CoinClass>();
  for (const each of settings.list('OPENLODE_CONVERSION_CLASSES')) {
    const [coin = '', name, ...more] = each.split('=');
    const found = coinClasses.find((known) => known === name);
    if (found === undefined || more.length > 0 || findCoin(coin)?.symbol !== coin || named.has(coin)) {
      settings.fault(`${nameFault}the classes are ${coinClasses.join(', ')}`);
      break;
    }
    named.set(coin, found);
  }
  return named;
}

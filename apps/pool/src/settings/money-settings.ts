import type { ConversionCaps } from '@openlode/ledger/conversion-caps';
import type { ExposureLimits } from '@openlode/ledger/exposure';
import type { ConversionSpreads } from '@openlode/ledger/conversion-spread';
import { sandboxRailName } from '../sandbox/names.ts';
import type { SettingReader } from './setting-reader.ts';
import { readConversionSpreads } from './spread-settings.ts';

/** What this release has of each; a real one is refused until it is built, and never quietly replaced by a sandbox. */
const rateSources = ['sample'] as const;
const rails = [sandboxRailName] as const;

/** Who says what coins are worth, where money leaves, and how much may move without the operator; in units of 10^-18 dollars. */
export interface MoneySettings {
  /** Conversions worth more wait for the operator. */
  readonly conversionCaps: ConversionCaps;
  /** What conversions keep back by the class of a coin. */
  readonly conversionSpreads: ConversionSpreads;
  /** What may leave without the operator's approval: for one miner, in one automatic run, on one day. */
  readonly payoutCaps: { readonly miner: bigint; readonly run: bigint; readonly day: bigint };
  /** See `app/choose-world.ts`. */
  readonly rates: (typeof rateSources)[number];
  readonly rail: (typeof rails)[number];
}

export function readMoneySettings(settings: SettingReader): MoneySettings {
  return {
    conversionCaps: readConversionCaps(settings),
    conversionSpreads: readConversionSpreads(settings),
    payoutCaps: {
      miner: settings.dollars('OPENLODE_PAYOUT_CAP_ACCOUNT', '10000'),
      run: settings.dollars('OPENLODE_PAYOUT_CAP_RUN', '100000'),
      day: settings.dollars('OPENLODE_PAYOUT_CAP_DAY', '150000'),
    },
    rates: settings.oneOf('OPENLODE_RATES', rateSources, 'rate sources'),
    rail: settings.oneOf('OPENLODE_RAIL', rails, 'rails'),
  };
}

function readConversionCaps(settings: SettingReader): ConversionCaps {
  const eachUsd = settings.dollars('OPENLODE_CONVERSION_CAP_USD', '250000');
  const hourUsd = settings.dollars('OPENLODE_CONVERSION_HOUR_CAP_USD', '1000000');
  if (hourUsd < eachUsd)
    settings.fault('OPENLODE_CONVERSION_HOUR_CAP_USD must not be less than OPENLODE_CONVERSION_CAP_USD');
  const exposure = readExposureLimits(settings);
  return exposure === undefined ? { eachUsd, hourUsd } : { eachUsd, hourUsd, exposure };
}

/** Both or neither: a limit of one coin alone lets a hundred of them through. */
function readExposureLimits(settings: SettingReader): ExposureLimits | undefined {
  const names = ['OPENLODE_CONVERSION_EXPOSURE_USD', 'OPENLODE_CONVERSION_EXPOSURE_ALL_USD'] as const;
  const [coinUsd, allUsd] = names.map((name) => settings.optionalDollars(name));
  if (coinUsd === undefined && allUsd === undefined) return undefined;
  if (coinUsd === undefined || allUsd === undefined || allUsd < coinUsd) {
    settings.fault(`${names[0]} and ${names[1]} belong together, and the second must not be less`);
    return undefined;
  }
  return { coinUsd, allUsd };
}

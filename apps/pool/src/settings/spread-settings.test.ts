import { keepsBack } from '@openlode/ledger/conversion-spread';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';

const spreadsOf = (environment: Readonly<Record<string, string>>) =>
  readConfig(environment, '/').conversionSpreads;
const liquid = 'OPENLODE_CONVERSION_SPREAD_LIQUID';
const classes = 'OPENLODE_CONVERSION_CLASSES';

describe('the spread of conversions', () => {
  it('is none by default, also where classes are named', () => {
    expect(spreadsOf({})).toEqual({ ppm: { stable: 0, liquid: 0, thin: 0 }, named: new Map() });
    expect(keepsBack(spreadsOf({ [classes]: 'XEL=thin' }))).toBe(false);
    expect(keepsBack(spreadsOf({ [liquid]: '0.0001' }))).toBe(true);
  });

  it('is percent by class, and of a coin that an operator names by that class', () => {
    expect(
      spreadsOf({
        OPENLODE_CONVERSION_SPREAD_STABLE: '0.1',
        [liquid]: '0.3',
        OPENLODE_CONVERSION_SPREAD_THIN: '1.25',
        [classes]: 'XEL=thin, BTC=liquid',
      }),
    ).toEqual({
      ppm: { stable: 1000, liquid: 3000, thin: 12_500 },
      named: new Map([
        ['XEL', 'thin'],
        ['BTC', 'liquid'],
      ]),
    });
    expect(spreadsOf({ [liquid]: '10' })?.ppm.liquid).toBe(100_000);
  });

  it.each(['10.0001', '11', '-1', '1e1', '0.00001', 'none', '0,3'])('is refused as %s', (percent) => {
    expect(() => spreadsOf({ [liquid]: percent })).toThrow(
      `${liquid} must be a percentage from 0 to 10, with four decimals at most`,
    );
  });

  it.each(['XEL', 'XEL=deep', 'NOPE=thin', 'xel=thin', 'XEL=thin=thin', 'XEL=thin,XEL=stable'])(
    'refuses the classes %s',
    (typed) => {
      expect(() => spreadsOf({ [classes]: typed })).toThrow(
        'OPENLODE_CONVERSION_CLASSES must be COIN=CLASS with commas between, each coin of the catalogue once: the classes are stable, liquid, thin',
      );
    },
  );
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allFamilies } from './families/all-families.ts';
import { judgeAddress } from './judge-address.ts';
import { isMiningKey } from './mining-key.ts';
import { judgeReferralCode } from './referral-code.ts';
import { findTestCoin, testCoins } from './testing/coins.ts';
import { roughUserString } from './testing/rough-text.ts';
import { parseUserString } from './user-string.ts';
import { judgeWorkerName } from './worker-name.ts';

const runs = 1_000_000;
const minutes = 60_000;

const rules = { findCoin: findTestCoin, validators: allFamilies, isExchangeAddress: () => true };

const parsers: Readonly<Record<string, (text: string, index: number) => unknown>> = {
  parseUserString: (text) => parseUserString(text, rules, text),
  judgeAddress: (text, index) => {
    const coin = testCoins[index % testCoins.length];
    return coin === undefined ? undefined : judgeAddress(coin, text, allFamilies).kind;
  },
  judgeWorkerName: (text) => judgeWorkerName(text).kind,
  judgeReferralCode: (text) => judgeReferralCode(text).kind,
  isMiningKey: (text) => isMiningKey(text),
};

describe.each(Object.entries(parsers))('%s', (_name, parse) => {
  it(
    'takes a million random texts without a throw',
    () => {
      let count = 0;
      fc.assert(
        fc.property(roughUserString, (text) => {
          expect(parse(text, count)).toBeDefined();
          count += 1;
        }),
        { numRuns: runs, endOnFailure: true },
      );
      expect(count).toBe(runs);
    },
    10 * minutes,
  );
});

describe.each(Object.entries(allFamilies))('family %s', (_name, validator) => {
  it(
    'takes a million random texts in all families together without a throw',
    () => {
      fc.assert(
        fc.property(roughUserString, (text) => {
          expect(validator(text).kind).toBeDefined();
        }),
        { numRuns: Math.ceil(runs / Object.keys(allFamilies).length), endOnFailure: true },
      );
    },
    10 * minutes,
  );
});

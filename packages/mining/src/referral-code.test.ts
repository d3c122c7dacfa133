import { describe, expect, it } from 'vitest';
import { judgeReferralCode } from './referral-code.ts';

describe('judgeReferralCode', () => {
  it.each(['abcd-1234', 'U-FGJ8HA', 'a', '7'])('accepts %s', (code) => {
    expect(judgeReferralCode(` ${code} `)).toEqual({ kind: 'valid', referralCode: code });
  });

  it('names what is wrong', () => {
    expect(judgeReferralCode('  ')).toEqual({ kind: 'empty' });
    expect(judgeReferralCode('my code')).toEqual({ kind: 'has-spaces' });
    expect(judgeReferralCode('code!')).toEqual({ kind: 'bad-characters' });
    expect(judgeReferralCode('c'.repeat(33))).toEqual({ kind: 'too-long', max: 32 });
    expect(judgeReferralCode('c'.repeat(32))).toEqual({ kind: 'valid', referralCode: 'c'.repeat(32) });
  });
});

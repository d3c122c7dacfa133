/** A referral code is never longer than this many characters. */
export const referralCodeLengthMax = 32;

const allowedCharacters = /^[A-Za-z0-9-]+$/;

/** The verdict of the rules on a text that was typed as a referral code; only the server knows whether the code exists. */
export type ReferralCodeOutcome =
  | { readonly kind: 'valid' /** Trimmed. */; readonly referralCode: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'has-spaces' }
  | { readonly kind: 'bad-characters' }
  | { readonly kind: 'too-long'; readonly max: number };

/** Judges a referral code: trimmed, no spaces, then only letters, digits and hyphen. */
export function judgeReferralCode(text: string): ReferralCodeOutcome {
  const referralCode = text.trim();
  if (referralCode === '') return { kind: 'empty' };
  if (/\s/.test(referralCode)) return { kind: 'has-spaces' };
  if (!allowedCharacters.test(referralCode)) return { kind: 'bad-characters' };
  if (referralCode.length > referralCodeLengthMax) return { kind: 'too-long', max: referralCodeLengthMax };
  return { kind: 'valid', referralCode };
}

import { addressSentence } from '../../blocks/connection-card/address-sentence.ts';
import type { MistakeSentences } from './mistake-sentences.ts';

/** Mistakes in the user string: coin, address, memo, worker and referral code. */
export const userMistakes = {
  'no-user': ({ option = 'the option for the user, often -u or --user' }) =>
    `It contains no user string. Put one after ${option}.`,
  'user-password': ({ user }) =>
    `The option holds user and password in one, and the program cuts it at the first colon: it would log in as “${user}”. Use -u for the user string and -p x for the password.`,
  'colon-in-url': ({ user, corrected }) =>
    `The program takes what stands behind the first colon for the password: it would log in as “${user}”. Write %3A in place of the colon: ${corrected}`,
  'too-long': ({ max }) => `It is longer than ${max} characters. Paste one user string or one command.`,
  whitespace: () => 'There is a space or a line break in the user string. Remove it.',
  'wrong-separator': ({ found, corrected }) =>
    `There is ${signWords(found)} after the coin; it should be a colon: ${corrected}`,
  'wrong-worker-separator': ({ found, corrected }) =>
    `There is ${signWords(found)} before the worker; it should be a dot: ${corrected}`,
  'no-coin': ({ corrected, fits }) =>
    corrected === null
      ? 'It does not begin with a coin and a colon. Write COIN:ADDRESS.WORKER.'
      : `The coin is missing. This is an address of ${fits.join(' or ')}: write ${corrected}`,
  'bad-key': () =>
    'That isn’t a Mining Key. It is K- followed by 20 letters and digits. Copy it from your address page.',
  'lower-case-coin': ({ corrected }) =>
    `The coin is in lower case. The pool accepts that; the usual form is ${corrected}.`,
  'unknown-coin': ({ coin }) => `The pool does not know the coin ${coin}. Choose one of the list of coins.`,
  'delisted-coin': ({ coin }) => `${coin} has been delisted. Choose another coin to be paid in.`,
  'not-paid-here': ({ coin, networks }) =>
    networks.length === 0
      ? `This pool pays no new work in ${coin}, as its page says. Choose another coin to be paid in.`
      : `This pool pays ${coin} on ${networks.join(' or ')} only. Use an address of that network.`,
  'other-coins-address': ({ coin, fits }) =>
    `This is not an address of ${coin}, but a valid one of ${fits.join(' or ')}. Change the coin or the address.`,
  'bad-address': ({ outcome, coin }) =>
    addressSentence(outcome, coin) ?? `There is no address. Write ${coin}:ADDRESS.WORKER.`,
  'no-memo': ({ coin }) =>
    `There is no memo. An exchange needs one: ${coin}:ADDRESS:MEMO.WORKER. A wallet of your own does not.`,
  'no-worker': () =>
    'There is no worker name, so the worker is called “default”. Add a dot and a name to tell your machines apart.',
  'bad-worker': ({ worker }) =>
    `The worker name “${worker}” cannot be used, so the worker is called “default”. Only letters, digits, hyphens and underscores.`,
  'bad-code': ({ referralCode }) =>
    `The referral code “${referralCode}” cannot be used, so you mine without one. Only letters, digits and hyphens.`,
  'kept-by-npm': ({ option }) =>
    `npm keeps ${option} for itself, so the miner never gets it. Write -- in front of the user string: npm run mine -- COIN:ADDRESS.WORKER`,
} satisfies Partial<MistakeSentences>;

function signWords(sign: string): string {
  return sign === ' ' ? 'a space' : `“${sign}”`;
}

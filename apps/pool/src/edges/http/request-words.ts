/*
 * What each field of a request must be, in words for the person who reads the refusal. The validator's own sentences name
 * keywords and patterns, which help no caller. A suite holds every route to this table.
 */

type Part = 'params' | 'querystring' | 'body' | 'headers';

/** What the validator says of the first thing that is wrong, as Fastify passes it on. */
export interface ValidationFault {
  readonly keyword: string;
  /** JSON pointer to the value; empty where the whole part is wrong. */
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const minerId = 'the id of a miner, as the look-up of its address answers it';
const coin = 'the symbol of a coin, such as DOGE';
const page = 'the number of a page, from 1 to 1,000,000';
const network = 'the code of a network, such as BSC: 1 to 16 letters and digits';

/** By part and field, to follow `must be`. */
export const requestWords: Readonly<Record<string, string>> = {
  'params.uuid': minerId,
  'params.uuids': 'the ids of 1 to 50 accounts, separated by commas',
  'params.id': 'the id of a challenge, as the call that started it answers it',
  'params.seq': 'the number of a reward, from 1',
  'params.symbol': coin,
  'params.address': 'a payout address, with its memo after a colon, of at most 256 characters',
  'params.code': 'a referral code: 1 to 32 letters, digits and hyphens',
  'params.type': 'article or category',
  'params.slug': 'the name of an article or a category, of at most 100 characters',
  'querystring.coin': coin,
  'querystring.page': page,
  'querystring.limit': 'a number from 1 to 1,000',
  'querystring.period': '1h or 24h',
  'querystring.type': 'reward, worker, payout or account, or several of them separated by commas',
  'querystring.after': 'the number of an event, from 0',
  'querystring.tz': 'the name of a time zone, such as Europe/Berlin',
  'querystring.categories': '0 or 1',
  'querystring.count': 'a number from 1 to 50',
  'querystring.skip': 'a number from 0 to 100,000',
  'querystring.search': 'a text of at most 100 characters',
  'querystring.network': network,
  'querystring.refusals': '200, or left out',
  'body.algo': 'the code of an algorithm, such as kawpow',
  'body.coin': coin,
  'body.mh': 'a hashrate from 0 to 10^30: digits, with at most 18 after the point and no exponent',
  'body.setting': 'true or false',
  'body.action': 'pay, auto_pay, switch or cancel_switch',
  'body.network': network,
  'body.signature': 'the signature that the wallet made, of at most 512 characters',
  'headers.authorization': 'the word Owner, a space and the token of a passed challenge',
};

const wholes: Readonly<Record<Part, string>> = {
  params: 'The path is not one of this call',
  querystring: 'The query is not one of this call',
  body: 'The body must be a JSON object with the fields of this call',
  headers: 'The headers are not those of this call',
};

/** The sentence for a request that the validator refused. */
export function validationText(part: Part, faults: readonly ValidationFault[]): string {
  const [fault] = faults;
  const missing = fault?.keyword === 'required' ? fault.params['missingProperty'] : undefined;
  const field = typeof missing === 'string' ? missing : fault?.instancePath.split('/', 2)[1];
  const words = field === undefined ? undefined : requestWords[`${part}.${field}`];
  if (words === undefined) return wholes[part];
  return missing === undefined ? `${field} must be ${words}` : `${field} is missing: it must be ${words}`;
}

import { targetOfBits } from '../../core/difficulty.ts';
import type { ClientDialect, MessageOutcome, Terms } from '../../upstream/client-dialect.ts';
import { extranonceQuestion, loginQuestion, nothingYet, same } from '../../upstream/common-questions.ts';
import { fixPrefix, readHeight, readJobId, readSized, readTarget } from '../../upstream/read-terms.ts';
import { readUint32 } from '../../wire/hex.ts';
import type { EthereumFound, EthereumWork } from '../ethereum/ethereum-client.ts';

/** A header, and the height that says what its dataset and its program are made of. */
export interface KawpowWork extends EthereumWork {
  readonly height: number;
  /** The network target in its compact form. */
  readonly bits: number;
}

/** With fewer bytes of its own a machine is through with a job in minutes. */
const nonceParts = { nonceBytes: 8, prefixBytesMax: 4 };

/** Takes work from a pool of Ravencoin's family. */
export const kawpowClient: ClientDialect<KawpowWork, EthereumFound> = {
  name: 'kawpow',
  begin: () => nothingYet,
  greeting: ({ agent, user, password }) => [
    { name: 'subscribe', method: 'mining.subscribe', params: [agent] },
    loginQuestion(user, password),
    extranonceQuestion,
  ],
  answered(question, result, terms) {
    if (question === 'subscribe')
      return fixPrefix(Array.isArray(result) ? result[1] : undefined, terms, nonceParts);
    return question === 'login' && result !== true ? 'login-refused' : same(terms);
  },
  announced({ method, params, named }, terms) {
    if (named !== undefined) return 'shape';
    switch (method) {
      case 'mining.notify':
        return readWork(params, terms);
      case 'mining.set_target': {
        const target = readTarget(params[0]);
        return target === undefined ? 'bad-difficulty' : same({ ...terms, target });
      }
      case 'mining.set_extranonce':
        return fixPrefix(params[0], terms, nonceParts);
      default:
        return undefined;
    }
  },
  refuses: (_job, { mix }) => (/^[0-9a-f]{64}$/.test(mix) ? undefined : 'malformed'),
  submission({ id, room: { prefix }, work: { header } }, { free, mix }, _terms, { user }) {
    const params = [user, id, `0x${prefix}${free}`, `0x${header}`, `0x${mix}`];
    return { name: 'submit', method: 'mining.submit', params };
  },
};

/** `mining.notify [job, header, seed, target, clean, height, bits]`. */
function readWork(params: readonly unknown[], terms: Terms): MessageOutcome<KawpowWork> {
  const { room } = terms;
  const [name, headerText, seedText, targetText, clean, heightText, bitsText] = params;
  const id = readJobId(name);
  const [header, seed] = [readSized(headerText, 32), readSized(seedText, 32)];
  const height = readHeight(heightText);
  if (id === undefined || header === undefined || seed === undefined) return 'bad-job';
  if (height === undefined || typeof clean !== 'boolean') return 'bad-job';
  const bits = readUint32(bitsText);
  const networkTarget = bits < 0 ? 0n : targetOfBits(bits);
  if (networkTarget <= 0n || networkTarget >= 1n << 256n) return 'bad-job';
  // The job's own target is the one that holds for it.
  const target = readTarget(targetText);
  if (target === undefined) return 'bad-difficulty';
  if (room === undefined) return 'bad-extranonce';
  const job = { id, clean, target, networkTarget, room, work: { header, seed, height, bits } };
  return { terms: { ...terms, target }, jobs: [{ ...job, content: header }] };
}

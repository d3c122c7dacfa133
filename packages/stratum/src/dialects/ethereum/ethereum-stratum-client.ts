import type { ClientDialect, MessageOutcome, Terms } from '../../upstream/client-dialect.ts';
import { extranonceQuestion, loginQuestion, nothingYet, same } from '../../upstream/common-questions.ts';
import { fixPrefix, readDifficulty, readJobId, readSized } from '../../upstream/read-terms.ts';
import type { EthereumFound, EthereumWork } from './ethereum-client.ts';
import { ethereumStratumProtocol, ethereumStratumScale } from './ethereum-stratum.ts';

/** With fewer bytes of its own a machine is through with a job in seconds. */
const nonceParts = { nonceBytes: 8, prefixBytesMax: 4 };

/** Takes work from a pool that speaks EthereumStratum/1.0.0; the mix of a share is not sent. */
export const ethereumStratumClient: ClientDialect<EthereumWork, EthereumFound> = {
  name: 'ethereum-stratum',
  begin: () => ({ ...nothingYet, target: readDifficulty(1, ethereumStratumScale) }),
  greeting: ({ agent, user, password }) => [
    { name: 'subscribe', method: 'mining.subscribe', params: [agent, ethereumStratumProtocol] },
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
      case 'mining.set_difficulty': {
        const target = readDifficulty(params[0], ethereumStratumScale);
        return target === undefined ? 'bad-difficulty' : same({ ...terms, target });
      }
      case 'mining.set_extranonce':
        return fixPrefix(params[0], terms, nonceParts);
      default:
        return undefined;
    }
  },
  submission: ({ id }, { free }, _terms, { user }) => ({
    name: 'submit',
    method: 'mining.submit',
    params: [user, id, free],
  }),
};

/** `mining.notify [job, seed, header, clean]`. */
function readWork(
  [name, seedText, headerText, clean]: readonly unknown[],
  terms: Terms,
): MessageOutcome<EthereumWork> {
  const { target, room } = terms;
  const id = readJobId(name);
  const [seed, header] = [readSized(seedText, 32), readSized(headerText, 32)];
  if (id === undefined || seed === undefined || header === undefined || typeof clean !== 'boolean')
    return 'bad-job';
  if (room === undefined) return 'bad-extranonce';
  if (target === undefined) return 'no-difficulty';
  const job = { id, clean, target, networkTarget: undefined, room, work: { header, seed } };
  return { terms, jobs: [{ ...job, content: header }] };
}

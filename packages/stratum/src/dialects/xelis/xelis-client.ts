import type { ClientDialect, MessageOutcome, Solution, Terms } from '../../upstream/client-dialect.ts';
import { nothingYet, same } from '../../upstream/common-questions.ts';
import { bytesOf, readDifficulty, readJobId, readSized } from '../../upstream/read-terms.ts';

/** What is hashed with a nonce behind it: the hash of a header, a time, the session's extranonce, and the key that the block pays. */
export interface XelisWork {
  /** 32 bytes. */
  readonly workHash: Uint8Array;
  /** Milliseconds since 1970. */
  readonly timestamp: bigint;
  /** 32 bytes, all of them the upstream's. */
  readonly extranonce: Uint8Array;
  readonly publicKey: Uint8Array;
}

const version = 'xel/v3';
/** Before an extranonce is said. It is complete: of what is hashed the nonce alone is ours. */
const nonce = { prefix: '', freeBytes: 8 };

/** Takes work from a pool of Xelis; nothing of it can be divided. The session is extranonce and key, 128 digits. */
export const xelisClient: ClientDialect<XelisWork, Solution> = {
  name: 'xelis',
  begin: ({ scale }) => ({ ...nothingYet, room: nonce, target: readDifficulty(1, scale) }),
  greeting({ agent, user, password }) {
    const dot = user.indexOf('.');
    const [address, worker] = dot < 0 ? [user, ''] : [user.slice(0, dot), user.slice(dot + 1)];
    return [
      { name: 'subscribe', method: 'mining.subscribe', params: [agent, [version]] },
      { name: 'login', method: 'mining.authorize', params: [address, worker, password] },
    ];
  },
  answered(question, result, terms) {
    if (question === 'login') return result === true ? same(terms) : 'login-refused';
    if (question !== 'subscribe') return same(terms);
    const [, extranonceText, , keyText] = Array.isArray(result) ? (result as readonly unknown[]) : [];
    const [extranonce, key] = [readSized(extranonceText, 32), readSized(keyText, 32)];
    return extranonce === undefined || key === undefined
      ? 'bad-extranonce'
      : same(ofSession(extranonce + key, terms));
  },
  announced({ method, params, named }, terms, { scale }) {
    if (named !== undefined) return 'shape';
    switch (method) {
      case 'mining.notify':
        return readWork(params, terms);
      case 'mining.set_difficulty': {
        const target = readDifficulty(params[0], scale);
        return target === undefined ? 'bad-difficulty' : same({ ...terms, target });
      }
      case 'mining.set_extranonce': {
        const extranonce = readSized(params[0], 32);
        if (extranonce === undefined) return 'bad-extranonce';
        return same(ofSession(extranonce + terms.session.slice(64), terms));
      }
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

/** Two connections search the same where they have extranonce and key in common, so that both are the beginning of what is searched. */
function ofSession(session: string, terms: Terms): Terms {
  return { ...terms, session, room: { ...nonce, prefix: session } };
}

/** `mining.notify [job, time in ms, hash, version, clean]`. */
function readWork(params: readonly unknown[], terms: Terms): MessageOutcome<XelisWork> {
  const { target, session, room = nonce } = terms;
  const [name, timeText, hashText, wanted, clean] = params;
  const id = readJobId(name);
  const [hash, time] = [readSized(hashText, 32), typeof timeText === 'string' ? timeText : ''];
  const workHash = bytesOf(hash);
  if (id === undefined || hash === undefined || workHash === undefined || wanted !== version)
    return 'bad-job';
  if (typeof clean !== 'boolean' || !/^[0-9a-f]{1,16}$/i.test(time)) return 'bad-job';
  const [extranonce, publicKey] = [bytesOf(session.slice(0, 64)), bytesOf(session.slice(64))];
  if (extranonce?.length !== 32 || publicKey?.length !== 32) return 'bad-extranonce';
  if (target === undefined) return 'no-difficulty';
  const timestamp = BigInt(`0x${time}`);
  const work = { workHash, timestamp, extranonce, publicKey };
  const content = [hash, timestamp, session].join('.');
  return { terms, jobs: [{ id, clean, target, networkTarget: undefined, room, work, content }] };
}

import { targetOfBits } from '../../core/difficulty.ts';
import type {
  ClientDialect,
  ClientSettings,
  MessageOutcome,
  ReadJob,
  Room,
  Solution,
  Terms,
} from '../../upstream/client-dialect.ts';
import { extranonceQuestion, loginQuestion, nothingYet, same } from '../../upstream/common-questions.ts';
import { bytesOf, readDifficulty, readDigits, readJobId, readSized } from '../../upstream/read-terms.ts';
import { hexOfBytes, printUint32, readUint32 } from '../../wire/hex.ts';
import { nameBitcoinBlock } from './block-name.ts';
import { swapWords } from './job.ts';

/** Work of the bitcoin dialect as an upstream gives it. The coinbase is prefix, the room's prefix, the free bytes, suffix. */
export interface BitcoinWork {
  readonly version: number;
  /** 32 bytes in header order. */
  readonly previousHash: Uint8Array;
  readonly coinbasePrefix: Uint8Array;
  readonly coinbaseSuffix: Uint8Array;
  readonly merkleBranch: readonly Uint8Array[];
  readonly bits: number;
  /** Unix seconds. */
  readonly time: number;
}

/** `free` is the whole extranonce2; `version` the header's. */
export interface BitcoinFound extends Solution {
  readonly time: number;
  readonly nonce: number;
  readonly version: number;
}

const prefixBytesMax = 32;
const freeBytesMax = 32;
/** Of both parts together: a job goes to every miner, and firmware does not take longer lines. */
const coinbaseBytesMax = 8192;
const branchMax = 32;

/**
 * Takes work from a pool that speaks Bitcoin's Stratum. Version bits are asked for first, changes of the extranonce last: pools that know
 * neither go on without.
 */
export const bitcoinClient: ClientDialect<BitcoinWork, BitcoinFound> = {
  name: 'bitcoin',
  // Until a pool says otherwise its difficulty is 1.
  begin: ({ scale }) => ({ ...nothingYet, target: readDifficulty(1, scale) }),
  greeting: ({ agent, user, password, versionMask }) => [
    ...(versionMask === 0 ? [] : [configureQuestion(versionMask)]),
    { name: 'subscribe', method: 'mining.subscribe', params: [agent] },
    loginQuestion(user, password),
    extranonceQuestion,
  ],
  answered(question, result, terms, settings) {
    if (question === 'configure') return agree(result, terms, settings);
    if (question === 'login' && result !== true) return 'login-refused';
    if (question !== 'subscribe') return same(terms);
    const room = Array.isArray(result) ? readRoom(result.slice(1)) : undefined;
    return room === undefined ? 'bad-extranonce' : same({ ...terms, room });
  },
  announced({ method, params, named }, terms, settings) {
    if (named !== undefined) return 'shape';
    switch (method) {
      case 'mining.notify':
        return readWork(params, terms);
      case 'mining.set_difficulty': {
        const target = readDifficulty(params[0], settings.scale);
        return target === undefined ? 'bad-difficulty' : same({ ...terms, target });
      }
      case 'mining.set_extranonce': {
        const room = readRoom(params);
        return room === undefined ? 'bad-extranonce' : same({ ...terms, room });
      }
      case 'mining.set_version_mask': {
        const versionMask = readUint32(params[0]);
        if (versionMask < 0 || (versionMask & ~settings.versionMask) !== 0) return 'bad-version-mask';
        return same({ ...terms, versionMask });
      }
      default:
        return undefined;
    }
  },
  refuses: ({ work, versionMask }, { version }) =>
    ((version ^ work.version) & ~versionMask) === 0 ? undefined : 'version-bits',
  blockOf: nameBitcoinBlock,
  submission({ id, versionMask }, { free, time, nonce, version }, _terms, { user }) {
    const params = [user, id, free, printUint32(time), printUint32(nonce)];
    const bits = versionMask === 0 ? [] : [printUint32(version & versionMask)];
    return { name: 'submit', method: 'mining.submit', params: [...params, ...bits] };
  },
};

function configureQuestion(versionMask: number): {
  readonly name: 'configure';
  readonly method: string;
  readonly params: unknown;
} {
  const mask = printUint32(versionMask);
  const wanted = { 'version-rolling.mask': mask, 'version-rolling.min-bit-count': 0 };
  return { name: 'configure', method: 'mining.configure', params: [['version-rolling'], wanted] };
}

/** No version bits is an answer; other bits than those that were asked for are a fault. */
function agree(
  result: unknown,
  terms: Terms,
  { versionMask: wanted }: ClientSettings,
): MessageOutcome<BitcoinWork> {
  if (typeof result !== 'object' || result === null) return same(terms);
  const answers = new Map<string, unknown>(Object.entries(result));
  if (answers.get('version-rolling') !== true) return same(terms);
  const versionMask = readUint32(answers.get('version-rolling.mask'));
  if (versionMask < 0 || (versionMask & ~wanted) !== 0) return 'bad-version-mask';
  return same({ ...terms, versionMask });
}

function readRoom([prefix, freeBytes]: readonly unknown[]): Room | undefined {
  const digits = readDigits(prefix, prefixBytesMax);
  if (digits === undefined || typeof freeBytes !== 'number' || !Number.isInteger(freeBytes)) return undefined;
  return freeBytes < 1 || freeBytes > freeBytesMax ? undefined : { prefix: digits, freeBytes };
}

/** `mining.notify [job, previous hash, coinbase before and behind, branch, version, bits, time, clean]`. */
function readWork(params: readonly unknown[], terms: Terms): MessageOutcome<BitcoinWork> {
  const { target, room } = terms;
  const [name, previous, before, behind, branch, versionText, bitsText, timeText, clean] = params;
  const id = readJobId(name);
  const swapped = bytesOf(readSized(previous, 32));
  const coinbasePrefix = bytesOf(readDigits(before, coinbaseBytesMax));
  const coinbaseSuffix = bytesOf(readDigits(behind, coinbaseBytesMax));
  const merkleBranch = readBranch(branch);
  const [version, bits, time] = [versionText, bitsText, timeText].map(readUint32);
  if (id === undefined || swapped === undefined || coinbasePrefix === undefined) return 'bad-job';
  if (coinbaseSuffix === undefined || merkleBranch === undefined || typeof clean !== 'boolean')
    return 'bad-job';
  if (version === undefined || bits === undefined || time === undefined) return 'bad-job';
  if (coinbasePrefix.length + coinbaseSuffix.length > coinbaseBytesMax) return 'bad-job';
  const networkTarget = targetOfBits(bits);
  if (version < 0 || bits < 0 || time < 0 || networkTarget <= 0n || networkTarget >= 1n << 256n)
    return 'bad-job';
  // Before its subscription was answered a pool has not said what of a job is ours.
  if (room === undefined) return 'bad-extranonce';
  if (target === undefined) return 'no-difficulty';
  const previousHash = swapWords(swapped);
  const work = { version, previousHash, coinbasePrefix, coinbaseSuffix, merkleBranch, bits, time };
  // Time and version are part of what is found: jobs that differ in them alone take the same solutions.
  const parts = [previousHash, coinbasePrefix, coinbaseSuffix, ...merkleBranch].map(hexOfBytes);
  const content = [printUint32(bits), ...parts].join('.');
  const job: ReadJob<BitcoinWork> = { id, clean, target, networkTarget, room, work, content };
  return { terms, jobs: [job] };
}

function readBranch(branch: unknown): readonly Uint8Array[] | undefined {
  if (!Array.isArray(branch) || branch.length > branchMax) return undefined;
  const hashes = (branch as readonly unknown[]).map((each) => bytesOf(readSized(each, 32)));
  return hashes.every((each) => each !== undefined) ? hashes : undefined;
}

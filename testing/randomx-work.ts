import type { MinerWork } from './miner-work.ts';
import { loadRandomx, type RandomxSeed } from './randomx-library.ts';
import type { Message, Tongue } from './stratum-tongue.ts';

/** Where the nonce of four bytes stands in a blob. */
const NONCE_AT = 39;

let open: ((seed: string) => RandomxSeed) | undefined;
/** The newest seed: its cache takes 256 MB. */
let newest: { readonly seed: string; readonly opened: RandomxSeed } | undefined;

function openSeed(seed: string): RandomxSeed {
  if (newest?.seed === seed) return newest.opened;
  newest?.opened.close();
  newest = undefined;
  open ??= loadRandomx();
  newest = { seed, opened: open(seed) };
  return newest.opened;
}

/** Work of RandomX in light mode, where librandomx is on the machine: some twenty hashes a second. */
export const randomxWork: MinerWork = {
  hashesPerDifficulty1: 1,
  hashesBetweenLooks: 1,
  subscription: (user, agent, password) => [user, agent, password],
  isLoggedInBySubscription: true,
  tongue: moneroTongue,
  async prepare() {
    try {
      open ??= loadRandomx();
    } catch (error) {
      throw new Error(
        `RandomX is hashed by Debian's librandomx0, which is not here: apt install librandomx0`,
        {
          cause: error,
        },
      );
    }
  },
  open([given]) {
    const { job_id: id, blob, seed_hash: seed, target } = given as Readonly<Record<string, string>>;
    if (id === undefined || blob === undefined || seed === undefined || target === undefined)
      throw new Error('the pool sent a job that is none');
    // Its top bytes, least significant first.
    const limit = BigInt(`0x${Buffer.from(target, 'hex').reverse().toString('hex')}`);
    const bits = BigInt(target.length * 4);
    return {
      id,
      work: 2n ** bits / (limit + 1n),
      search(_session, count) {
        const filled = Buffer.from(blob, 'hex');
        // Where a pool has filled in the last byte of the nonce, that is its own.
        const isFixed = filled[NONCE_AT + 3] !== 0;
        const bytes = isFixed ? 3 : 4;
        // Each search has 2^24 nonces of its own, or 2^16.
        let next = count * 2 ** (isFixed ? 16 : 24);
        return {
          run(hashes, onShare) {
            // Another miner of this process may have gone on to another seed, and closed this one.
            const opened = openSeed(seed);
            for (let done = 0; done < hashes; done += 1, next += 1) {
              filled.writeUIntLE(next % 2 ** (8 * bytes), NONCE_AT, bytes);
              const result = opened.hash(filled);
              const value = BigInt(`0x${Buffer.from(result).reverse().toString('hex')}`);
              if (value >> (256n - bits) > limit) continue;
              const nonce = filled.subarray(NONCE_AT, NONCE_AT + 4).toString('hex');
              onShare({ params: [nonce, result.toString('hex')], block: undefined });
            }
            return hashes;
          },
        };
      },
    };
  },
};

/** Monero's messages as those of Bitcoin's Stratum: the first job comes with the answer to the login. */
function moneroTongue(): Tongue {
  let session: unknown;
  return {
    said(method, params) {
      const [first, second, nonce, result] = params as readonly string[];
      // The third of these is the password then.
      if (method === 'mining.subscribe')
        return { method: 'login', params: { login: first, pass: nonce, agent: second, algo: ['rx/0'] } };
      return { method: 'submit', params: { id: session, job_id: second, nonce, result, algo: 'rx/0' } };
    },
    heard(line) {
      const { id, method, params, result, error } = line as Message;
      if (method === 'job') return { method: 'mining.notify', params: [params] };
      if (error !== undefined && error !== null) {
        const { message } = error as { readonly message?: unknown };
        return { id, error: [message === 'Job not found' ? 21 : 20, message, null] };
      }
      const { id: own, job } = result as { readonly id?: unknown; readonly job?: unknown };
      if (job === undefined) return { id, result: true };
      session = own;
      return [
        { id, result: true },
        { method: 'mining.notify', params: [job] },
      ];
    },
  };
}

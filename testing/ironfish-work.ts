import { hashIronFish } from '@openlode/pow/fishhash';
import { fishhashDag } from './fishhash-dag.ts';
import { headerWork } from './header-work.ts';
import type { MinerWork } from './miner-work.ts';
import type { Message, Tongue } from './stratum-tongue.ts';

/** Work of FishHash, on the light cache alone: some two hundred hashes a second. */
export const ironfishWork: MinerWork = headerWork(
  {
    hashesPerDifficulty1: 1,
    hashesBetweenLooks: 1,
    nonceBytes: 8,
    open: ([id, text, target]) => {
      const header = Buffer.from(String(text), 'hex');
      return {
        id: String(id),
        target: BigInt(`0x${String(target)}`),
        hashOf: (nonce) => {
          nonce.copy(header, header.length - nonce.length);
          return hashIronFish(fishhashDag(), header);
        },
      };
    },
    found: (nonce) => [nonce],
  },
  {
    subscription: (user, agent) => [user, agent],
    isLoggedInBySubscription: true,
    prepare: async () => void fishhashDag(),
    tongue: ironfishTongue,
  },
);

/** Iron Fish's messages as those of Bitcoin's Stratum: a target belongs to the jobs behind it, and a refusal has no code. */
function ironfishTongue(): Tongue {
  let target = '';
  return {
    said(method, params) {
      const [first, second, third] = params as readonly string[];
      const body =
        method === 'mining.subscribe'
          ? { version: 3, publicAddress: first, agent: second }
          : { miningRequestId: Number(second), randomness: third };
      return { method, body };
    },
    heard(line) {
      const {
        method,
        body = {},
        error,
      } = line as {
        method?: string;
        body?: Record<string, unknown>;
        error?: { id: unknown; message: unknown };
      };
      if (error !== undefined) return refused(error.id, error.message);
      if (method === 'mining.subscribed') return { id: (line as Message).id, result: [null, body['xn']] };
      if (method === 'mining.submitted')
        return body['result'] === true
          ? { id: body['id'], result: true }
          : refused(body['id'], body['message']);
      if (method === 'mining.set_target') target = String(body['target']);
      return { method, params: [body['miningRequestId'], body['header'], target] };
    },
  };
}

function refused(id: unknown, text: unknown): Message {
  return { id, error: [text === 'Job not found' ? 21 : 20, text, null] };
}

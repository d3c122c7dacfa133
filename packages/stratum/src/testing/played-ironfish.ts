import type { FuzzedDialect } from './fuzz-header.ts';
import { playedHeaders } from './header-kit.ts';
import type { IronfishInput } from '../dialects/ironfish/ironfish.ts';
import { hexOfBytes } from '../wire/hex.ts';

const user = 'ERG:9h';
const graffiti = '7'.repeat(64);

/** The older versions of Iron Fish's Stratum: in the first, all of the randomness is the miner's; in the second, the graffiti is. */
export function playedIronfish(version: 1 | 2): FuzzedDialect {
  const newest = playedHeaders.find(({ name }) => name === 'ironfish');
  if (newest === undefined) throw new Error('ironfish is not played');
  const prefix = version === 1 ? '' : '1234';
  const digits = 16 - prefix.length;
  return {
    ...newest,
    name: `ironfish v${version}`,
    login: (password, count) => [
      { method: 'mining.subscribe', body: { version, publicAddress: user, name: `rig${count}`, password } },
    ],
    submit: ({ job }, nonce) => ({
      method: 'mining.submit',
      body: {
        miningRequestId: Number.parseInt(job ?? '', 16),
        randomness: prefix + nonce.toString(16).padStart(digits, '0'),
        ...(version === 2 ? { graffiti } : {}),
      },
    }),
    read(input) {
      const header = input as IronfishInput;
      const nonce = hexOfBytes(header.subarray(180 - digits / 2));
      return { content: hexOfBytes(header.subarray(36, 68)), nonce: BigInt(`0x${nonce}`) };
    },
  };
}

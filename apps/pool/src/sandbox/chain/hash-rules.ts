import {
  alephiumChain,
  type AlephiumInput,
  type AlephiumVerdict,
} from '@openlode/stratum/dialects/alephium/alephium';
import { beamInput, type BeamInput, type BeamVerdict } from '@openlode/stratum/dialects/beam/beam';
import type { OctopusInput } from '@openlode/stratum/dialects/conflux/conflux';
import type { AutolykosInput } from '@openlode/stratum/dialects/ergo/ergo';
import type { NexaInput } from '@openlode/stratum/dialects/nexa/nexa';
import { ironfishInput, type IronfishInput } from '@openlode/stratum/dialects/ironfish/ironfish';
import { targetOfBits } from '@openlode/stratum/core/difficulty';
import { type XelisInput, xelisInput } from '@openlode/stratum/dialects/xelis/xelis';
import type { HeaderRules } from './header-family.ts';
import { sha256d } from '../../adapters/chains/bitcoin/sha256d.ts';

/** How a chain calculates the proof of work of a block. */
type Verify<Input, Verdict = Uint8Array> = (input: Input) => Promise<Verdict>;

const highestHash = new Uint8Array(32).fill(255);

/** The number of a hash whose most significant byte comes first. */
function numberOf(hash: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(hash).toString('hex')}`);
}

/**
 * Alephium: the header has the form and length of its own, and what the sandbox's header says stands in it as the hash of the
 * transactions. The seal is the nonce of 24 bytes.
 */
export function alephiumRules(verify: Verify<AlephiumInput, AlephiumVerdict>): HeaderRules {
  return {
    family: 'alephium',
    sealBytes: 24,
    workOf: alephiumHeader,
    proofOf: async ({ work, seal }) => {
      const { hash, chain } = await verify({ nonce: seal, headerBlob: work });
      const { from, to } = alephiumChain;
      return chain.from === from && chain.to === to ? numberOf(hash) : undefined;
    },
  };
}

/** Version, seven dependencies, state, transactions, time and target: 302 bytes. */
function alephiumHeader(header: Uint8Array): Uint8Array {
  const previous = header.subarray(0, 32);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0, 7]),
      ...Array.from({ length: 7 }, () => previous),
      Buffer.alloc(32),
      sha256d(header),
      header.subarray(64, 76),
    ]),
  );
}

/** Ergo: the seal is the nonce, eight bytes as sent. */
export function autolykosRules(verify: Verify<AutolykosInput>): HeaderRules {
  return {
    family: 'autolykos',
    sealBytes: 8,
    proofOf: async ({ work, seal, height }) => numberOf(await verify({ message: work, nonce: seal, height })),
  };
}

/** Nexa: the seal is the nonce of twelve bytes. */
export function nexaRules(verify: Verify<NexaInput, Uint8Array | undefined>): HeaderRules {
  return {
    family: 'nexapow',
    sealBytes: 12,
    proofOf: async ({ work, seal }) => {
      const hash = await verify({ commitment: work, nonce: seal });
      return hash && numberOf(hash);
    },
  };
}

/** Beam: the seal is the nonce of eight bytes and the output of 104. */
export function beamRules(verify: Verify<BeamInput, BeamVerdict>): HeaderRules {
  return {
    family: 'beam',
    sealBytes: 112,
    proofOf: async ({ work, seal }) => {
      const hash = await verify(beamInput(work, seal, highestHash));
      return hash && numberOf(hash);
    },
  };
}

/** Conflux: the seal is the nonce, most significant byte first. */
export function octopusRules(verify: Verify<OctopusInput>): HeaderRules {
  return {
    family: 'octopus',
    sealBytes: 8,
    proofOf: async ({ work, seal, height }) =>
      numberOf(await verify({ powHash: work, nonce: Buffer.from(seal).readBigUInt64BE(), height })),
  };
}

/** Xelis: the seal is the nonce and the extranonce, 40 bytes. */
export function xelisRules(verify: Verify<XelisInput>): HeaderRules {
  return {
    family: 'xelis',
    sealBytes: 40,
    proofOf: async ({ work, seal, timestamp }) => numberOf(await verify(xelisInput(work, timestamp, seal))),
  };
}

/** Iron Fish: the header has the form and length of its own. The seal is graffiti and randomness, 40 bytes. */
export function ironfishRules(verify: Verify<IronfishInput>): HeaderRules {
  return {
    family: 'ironfish',
    sealBytes: 40,
    workOf: ironfishHeader,
    proofOf: async ({ work, seal }) => numberOf(await verify(ironfishInput(work, seal))),
  };
}

/** Graffiti, sequence, previous block, notes (here the hash of the sandbox's header), transactions, target, time and randomness: 180 bytes. */
function ironfishHeader(header: Uint8Array): Uint8Array {
  const given = Buffer.from(header);
  const work = Buffer.alloc(180);
  work.writeUInt32LE(given.readUInt32BE(76), 32);
  work.set(given.subarray(0, 32), 36);
  work.set(sha256d(given), 68);
  work.write(targetOfBits(given.readUInt32BE(72)).toString(16).padStart(64, '0'), 132, 'hex');
  work.writeBigUInt64LE(given.readBigUInt64BE(64), 164);
  return new Uint8Array(work);
}

import { defineHeaderDialect, nonceWithin } from '../../core/define-header-dialect.ts';
import type { HeaderLayout } from '../../core/header-layout.ts';
import { requestRefusal } from '../../core/refusal-text.ts';
import { hexOfBytes } from '../../wire/hex.ts';
import type { MessageId } from '../../wire/message.ts';
import { idText } from '../../wire/reply.ts';
import { packBeamDifficulty } from './packed-difficulty.ts';

/** As many digits as Beam's node gives at most. */
const prefixBytes = 3;
const nonceBytes = 8;
/** 32 indices of 25 bits, and four bytes more that the miner is free in. */
const outputBytes = 104;

/** What a verifier of BeamHash III is given. */
export interface BeamInput {
  /** 32 bytes: what the job gave out. */
  readonly input: Uint8Array;
  /** Eight bytes as sent. */
  readonly nonce: Uint8Array;
  readonly output: Uint8Array;
  /** The highest hash that is worth anything, 32 bytes, least significant first: the hash costs microseconds, the solution a millisecond. */
  readonly limit: Uint8Array;
}

/** The hash of the output, 32 bytes, most significant first; undefined where that is low enough and the output is no solution. */
export type BeamVerdict = Uint8Array | undefined;

/** The codes of Beam's node. */
const resultCode = {
  accepted: 1,
  rejected: 2,
  expired: 3,
  corrupted: -32000,
  unknownMethod: -32001,
  login: -32003,
};

function codeOf(errorCode: number, text: string): number {
  if (text === requestRefusal.unknownMethod) return resultCode.unknownMethod;
  if (text === requestRefusal.malformed) return resultCode.corrupted;
  if (errorCode === 21) return resultCode.expired;
  return errorCode === 24 || errorCode === 25 ? resultCode.login : resultCode.rejected;
}

/** A message of Beam's Stratum: what it says stands beside id and method. */
function line(id: MessageId, method: 'result' | 'job', fields: Readonly<Record<string, unknown>>): string {
  return `{"id":${idText(id)},"jsonrpc":"2.0","method":"${method}",${JSON.stringify(fields).slice(1)}\n`;
}

/**
 * Beam's Stratum: `login` with a key, jobs whose id a solution carries as its own, and a difficulty of 32 bits in each. The first six
 * digits of a nonce are the pool's.
 *
 * @see BeamMW/beam, pow/stratum.h and the wiki's mining protocol
 */
export const beamLayout: HeaderLayout = {
  name: 'beam',
  prefixBytes,
  methods: { login: 'login', submit: 'solution' },
  loginOf: ({ fields }) => ({ text: fields['api_key'], password: fields['pass'] }),
  loggedIn: (id, { prefix }) =>
    line(id, 'result', {
      code: 0,
      description: 'Login successful',
      nonceprefix: prefix,
      // Programs choose the version of BeamHash by these heights: whatever the chain, its jobs are of the third.
      forkheight: 1,
      forkheight2: 1,
    }),
  work: ({ opened, work: shareWork }) => {
    const { id, work, height } = opened.job;
    const difficulty = packBeamDifficulty(shareWork);
    return [line(id, 'job', { input: hexOfBytes(work), difficulty, height })];
  },
  /** The seal is nonce and output. */
  submissionOf({ id: jobId, fields }, { prefix }) {
    const nonce = nonceWithin(fields['nonce'], nonceBytes, prefix);
    const output = nonceWithin(fields['output'], outputBytes, '');
    if (nonce === undefined || output === undefined) return { user: undefined, jobId, seal: undefined };
    const seal = new Uint8Array(nonceBytes + outputBytes);
    seal.set(nonce);
    seal.set(output, nonceBytes);
    return { user: undefined, jobId, seal };
  },
  inputOf: ({ job: { work } }, seal, limit) => beamInput(work, seal, limit),
  hashOf: (verdict) => (verdict as BeamVerdict)?.toReversed(),
  accepted: (id) => line(id, 'result', { code: resultCode.accepted, description: 'accepted' }),
  refusal: (id, errorCode, text) => line(id, 'result', { code: codeOf(errorCode, text), description: text }),
};

export const beam = defineHeaderDialect(beamLayout);

export function beamInput(work: Uint8Array, seal: Uint8Array, limit: Uint8Array): BeamInput {
  return { input: work, nonce: seal.slice(0, nonceBytes), output: seal.slice(nonceBytes), limit };
}

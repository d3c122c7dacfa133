import { difficultyOfWork } from '../../core/difficulty.ts';
import type { HeaderSession } from '../../core/header-layout.ts';
import { freeBehind, type RelayedLayout } from '../../upstream/relayed-layout.ts';
import { notificationLine, resultLine } from '../../wire/reply.ts';
import type { KaspaInput } from './jobs.ts';
import type { KaspaWork } from './kaspa-client.ts';
import { formsOf, kaspaNotifyLine, readNonce } from './kaspa-lines.ts';

const nonceBytes = 8;

/** Stratum of Kaspa and its relatives for work that another pool gives: the first bytes of the nonce are that pool's and the lane's. */
export const relayedKaspa: RelayedLayout<KaspaWork> = {
  own: {
    name: 'kaspa',
    prefixBytes: 1,
    subscribed: (id, session) =>
      resultLine(
        id,
        formsOf(session.agent).extranonceInAnswer
          ? [null, ...extranonceOf(session)]
          : [true, 'EthereumStratum/1.0.0'],
      ),
    greeting: (session) => [setExtranonce(session)],
    work({ opened, work: shareWork }, isNewWork, { rules }, { agent }) {
      const { id, work, timestamp } = opened.job;
      const notify = kaspaNotifyLine({ id, prePowHash: work, timestamp }, formsOf(agent));
      if (!isNewWork) return [notify];
      return [notificationLine('mining.set_difficulty', [difficultyOfWork(shareWork, rules.scale)]), notify];
    },
    /** `[login, job, nonce]`. */
    submissionOf({ params: [user, jobId, text] }, { prefix }) {
      const nonce = readNonce(text, prefix);
      if (
        nonce === undefined ||
        !nonce
          .toString(16)
          .padStart(2 * nonceBytes, '0')
          .startsWith(prefix)
      )
        return { user, jobId, seal: undefined };
      const seal = new Uint8Array(nonceBytes);
      new DataView(seal.buffer).setBigUint64(0, nonce);
      return { user, jobId, seal };
    },
    inputOf: ({ job: { work, timestamp } }, seal): KaspaInput => ({
      prePowHash: work,
      timestamp,
      nonce: new DataView(seal.buffer, seal.byteOffset).getBigUint64(0),
    }),
    hashOf: (verdict) => verdict as Uint8Array,
  },
  factsOf: ({ prePowHash, timestamp }) => ({
    work: prePowHash,
    height: 0,
    timestamp,
    networkTarget: undefined,
  }),
  foundOf: freeBehind,
  movedLine: (prefix, session) => setExtranonce({ ...session, prefix }),
};

function extranonceOf({ prefix }: HeaderSession): readonly [string, number] {
  return [prefix, nonceBytes - prefix.length / 2];
}

function setExtranonce(session: HeaderSession): string {
  const [prefix, free] = extranonceOf(session);
  const params = formsOf(session.agent).extranonceInAnswer ? [prefix, free] : [prefix];
  return notificationLine('mining.set_extranonce', params);
}

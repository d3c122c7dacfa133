import { nonceWithin, targetDigits } from '../../core/define-header-dialect.ts';
import { requestRefusal } from '../../core/refusal-text.ts';
import { freeBehind, type RelayedLayout } from '../../upstream/relayed-layout.ts';
import { hexOfBytes } from '../../wire/hex.ts';
import { bodyOf, type IronfishInput, ironfishLayout, line, requestNumber } from './ironfish.ts';
import type { IronfishWork } from './ironfish-client.ts';

const randomnessBytes = 8;

/**
 * Iron Fish's Stratum, version 3, for work that another pool gives: the graffiti is that pool's, and the beginning of the randomness is its and
 * the lane's.
 */
export const relayedIronfish: RelayedLayout<IronfishWork> = {
  own: {
    ...ironfishLayout,
    // Before it programs have graffiti of their own, or no beginning of their randomness.
    begin: (session, message) =>
      bodyOf(message)['version'] === 3 ? session : requestRefusal.ironfishVersionRelayed,
    work({ opened, target }, isNewWork) {
      const { id, work } = opened.job;
      const header = hexOfBytes(sealed(work, new Uint8Array(randomnessBytes)));
      const notify = line(0, 'mining.notify', { miningRequestId: requestNumber(id), header });
      return isNewWork ? [line(0, 'mining.set_target', { target: targetDigits(target) }), notify] : [notify];
    },
    submissionOf(message, { prefix }) {
      const { miningRequestId: jobId, randomness, graffiti } = bodyOf(message);
      const seal = graffiti === undefined ? nonceWithin(randomness, randomnessBytes, prefix) : undefined;
      return { user: undefined, jobId, seal };
    },
    inputOf: ({ job: { work } }, seal): IronfishInput => sealed(work, seal),
  },
  factsOf: ({ header }) => ({ work: header, height: 0, networkTarget: undefined }),
  foundOf: freeBehind,
};

function sealed(header: Uint8Array, randomness: Uint8Array): Uint8Array {
  const input = header.slice();
  input.set(randomness, header.length - randomnessBytes);
  return input;
}

import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { envelope } from '../envelope.ts';
import { list } from '../list.ts';
import { algorithmCode } from '../primitives.ts';

function shares(description: string) {
  return Type.Integer({ minimum: 0, description });
}

/** Shares of a worker over a span, by what became of them. The sentences about them are the page's. */
export const ShareCounts = closedObject({
  accepted: shares('Shares that count.'),
  rejected: closedObject({
    stale: shares('For a job that could not become a block any more.'),
    duplicate: shares('Sent before.'),
    low_difficulty: shares('Easier than the difficulty that the miner was given.'),
    malformed: shares('Not readable, of a wrong time, or with version bits that were not agreed on.'),
  }),
});
export type ShareCounts = Static<typeof ShareCounts>;

export const WorkerRejects = closedObject({
  algorithm: algorithmCode('What it mines.'),
  name: Type.String({ minLength: 1, maxLength: 64 }),
  hour: ShareCounts,
  day: ShareCounts,
});
export type WorkerRejects = Static<typeof WorkerRejects>;

/** `GET /v5/account/{uuid}/rejects` */
export const AccountRejectsResponse = envelope(
  closedObject({ list: list(WorkerRejects, { description: 'By algorithm and name.' }) }),
  {
    description:
      'Shares of the last hour and day by what became of them. Refused ones are counted by ten minutes. A page has the workers of the same page of `/workers`, without those that sent nothing in a day.',
  },
);
export type AccountRejectsResponse = Static<typeof AccountRejectsResponse>;

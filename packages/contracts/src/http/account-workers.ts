import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { envelope } from '../envelope.ts';
import { simulatedMark } from '../event-fields.ts';
import { list } from '../list.ts';
import { nullable } from '../nullable.ts';
import { byAlgorithm, decimalText, pageNumber, timestampMs } from '../primitives.ts';

export const WorkerItem = closedObject({
  name: Type.String({ minLength: 1, maxLength: 64 }),
  online: Type.Boolean({ description: 'Seen within the last 15 minutes.' }),
  last: timestampMs('The last accepted share.'),
  rhr: Type.Number({
    minimum: 0,
    description:
      "What the mining program says of itself, in the algorithm's pre-unit; 0 while offline, and where it has said nothing for some minutes.",
  }),
  chr: Type.Number({ minimum: 0, description: "Calculated hashrate in the algorithm's pre-unit." }),
  referral: nullable(Type.String({ description: 'The referral code it mines with.' })),
  simulated: simulatedMark,
});
export type WorkerItem = Static<typeof WorkerItem>;

/**
 * Values and times are of one length; the value at a position belongs to the time at that position. An interval without work is
 * left out: a gap in the chart.
 */
export const HashrateSeries = closedObject({
  data: list(decimalText("In the algorithm's pre-unit.")),
  timestamps: list(timestampMs('End of the interval.')),
});
export type HashrateSeries = Static<typeof HashrateSeries>;

export const AlgorithmWorkers = closedObject({
  workers: list(WorkerItem),
  chart: closedObject(
    { reported: HashrateSeries, calculated: HashrateSeries },
    {
      description:
        'All workers of the algorithm together: `calculated` from accepted shares, `reported` as their programs say.',
    },
  ),
});
export type AlgorithmWorkers = Static<typeof AlgorithmWorkers>;

/** Workers of one answer, over all algorithms: at most these, and as many without `limit`. */
export const workersPageMax = 1000;

const page = {
  page: Type.Optional(pageNumber()),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: workersPageMax,
      description: 'Workers of a page, over all algorithms.',
    }),
  ),
};

/** The query of lists of workers. Without it the first thousand workers are answered. */
export const WorkersPageQuery = closedObject(page);
export type WorkersPageQuery = Static<typeof WorkersPageQuery>;

/** Ours: the specification names no period. Without one the chart shows the past hour. */
export const WorkersQuery = closedObject({
  ...page,
  period: Type.Optional(
    Type.Union([Type.Literal('1h'), Type.Literal('24h')], {
      description: 'What the chart shows: the past hour by minute, or the past 24 hours by ten minutes.',
    }),
  ),
});
export type WorkersQuery = Static<typeof WorkersQuery>;

/** `GET /v5/account/{uuid}/workers` */
export const AccountWorkersResponse = envelope(
  byAlgorithm(AlgorithmWorkers, 'Every algorithm of the pool is present, also those without workers.'),
  {
    description:
      'Workers and hashrate charts by algorithm. A page has those online first; one with fewer than `limit` workers, over all algorithms, is the last. The workers that are counted together as `others` are on the first.',
  },
);
export type AccountWorkersResponse = Static<typeof AccountWorkersResponse>;

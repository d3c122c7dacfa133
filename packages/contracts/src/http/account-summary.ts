import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { envelope } from '../envelope.ts';
import { nullable } from '../nullable.ts';
import { byAlgorithm, decimalText, timestampMs } from '../primitives.ts';

export const AccountSummary = closedObject({
  timestamp: nullable(timestampMs('The last update from a worker; null when there never was one.')),
  raw: closedObject({
    worker_count: Type.Integer({ minimum: 0, description: 'Workers online.' }),
    algorithm_count: Type.Integer({ minimum: 0, description: 'Algorithms with a worker online.' }),
    hr: byAlgorithm(decimalText("In the algorithm's pre-unit."), 'Hashrate by algorithm.'),
  }),
});
export type AccountSummary = Static<typeof AccountSummary>;

/** `GET /v5/account/{uuid}/summary` */
export const AccountSummaryResponse = envelope(AccountSummary, { description: 'Workers and hashrate now.' });
export type AccountSummaryResponse = Static<typeof AccountSummaryResponse>;

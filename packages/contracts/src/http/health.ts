import { Type, type Static } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { list } from '../list.ts';
import { nullable } from '../nullable.ts';

/** `GET /health`: 200 when everything is ready, 503 otherwise, with the same fields. */
export const HealthResponse = closedObject(
  {
    ready: Type.Boolean(),
    version: Type.String(),
    checks: list(
      closedObject({
        name: Type.String({ description: 'For example `database`.' }),
        ready: Type.Boolean(),
        problem: nullable(
          Type.String({ description: 'Why it is not ready, where the pool may say: `the disk is full`.' }),
        ),
      }),
    ),
    suspended: list(
      Type.String({
        description:
          'What the pool holds back, and why: `payouts: clock-skew`, `payouts of DOGE: never-seen`.',
      }),
    ),
  },
  { description: 'Whether this process can do its work.' },
);
export type HealthResponse = Static<typeof HealthResponse>;

import { Type } from 'typebox';
import { closedObject } from '../closed-object.ts';
import { decimalText, timestampMs } from '../primitives.ts';

/** Left out where the least payment does not change. */
export const thresholdChange = Type.Optional(
  closedObject({
    amount: decimalText('In coins.'),
    timestamp: timestampMs('From then on; what was asked for before is not touched.'),
  }),
);

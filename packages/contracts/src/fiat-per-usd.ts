import { Type } from 'typebox';
import { decimalText } from './primitives.ts';

/** What one US dollar cost in other money at a time; left out where the pool stored none for that time. */
export function fiatPerUsd(when: string) {
  return Type.Record(Type.String({ pattern: '^[A-Z]{3}$' }), decimalText('Money for one US dollar.'), {
    additionalProperties: false,
    description: `What one US dollar cost ${when}, by ISO 4217 code; absent where no rates were stored by then.`,
  });
}

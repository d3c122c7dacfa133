import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseAnswers } from './wizard-session.ts';
import { next, noAnswers } from './wizard-state.ts';

it('reads back what was kept', () => {
  const { answers } = next(
    { step: 'mode', answers: noAnswers },
    { kind: 'mode', mode: 'basic', randomWorker: 'rig-a' },
  );
  expect(parseAnswers(JSON.stringify(answers))).toEqual(answers);
});

it.each([null, '', 'null', '[]', '{"mode":"expert"}', JSON.stringify({ ...noAnswers, worker: 'a b' })])(
  'starts over with %s',
  (text) => expect(parseAnswers(text)).toEqual(noAnswers),
);

it('never throws', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => parseAnswers(text) !== null));
});

import { expect, it } from 'vitest';
import { reportProgress } from './open-demo.ts';

it('says what a first start does, and each quarter of it once', () => {
  const said: string[] = [];
  const progress = reportProgress((sentence) => said.push(sentence));
  for (let step = 0; step < 1000; step += 1) progress(step / 1000);
  expect(said).toEqual([
    'The demo fleet gets a month of history, at the first start only: a minute or more. OPENLODE_SEED=none starts without it.',
    'The demo history is 25% done.',
    'The demo history is 50% done.',
    'The demo history is 75% done.',
  ]);
});

import { expect, it } from 'vitest';
import { answerWords } from './answer-words.ts';
import { noAnswers, stepNames, type WizardAnswers } from './wizard-state.ts';

const algorithms = [{ code: 'kawpow', name: 'KawPow' }];
const words = (answers: WizardAnswers) => stepNames.map((step) => answerWords(step, answers, algorithms));

it('says each answer in a few characters', () => {
  const answers: WizardAnswers = {
    mode: 'advanced',
    hardware: 'sandbox',
    algorithm: 'kawpow',
    automatic: false,
    recommended: false,
    coin: 'DOGE',
    address: 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU',
    region: null,
    port: { port: 4433, transport: 'tls' },
    worker: 'attic',
    referral: null,
    answered: stepNames.filter((step) => step !== 'final'),
  };
  expect(words(answers)).toEqual([
    'Advanced',
    'This computer',
    'KawPow',
    'DOGE',
    'DPpJVPpvP…8wReTqaSU',
    'Global',
    '4433 SSL',
    'attic',
    'Without',
    null,
  ]);
});

it('says nothing of what was not answered, though a value is there', () => {
  expect(words({ ...noAnswers, worker: 'attic', coin: 'DOGE' })).toEqual(stepNames.map(() => null));
});

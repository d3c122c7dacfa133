import type { StepName } from './wizard-state.ts';

/** The name on the road map and the question of each step. */
export const stepWords: Readonly<Record<StepName, { readonly name: string; readonly question: string }>> = {
  mode: { name: 'Mode', question: 'Quick or custom setup?' },
  hardware: { name: 'Hardware', question: 'What do you mine with?' },
  algorithm: { name: 'Algorithm', question: 'Which algorithm do you mine?' },
  coin: { name: 'Coin', question: 'Which coin do you want to be paid in?' },
  address: { name: 'Address', question: 'Where should we send your coins?' },
  region: { name: 'Region', question: 'Which server is nearest to you?' },
  port: { name: 'Port', question: 'Which port do you connect to?' },
  worker: { name: 'Worker', question: 'What is your machine called?' },
  referral: { name: 'Referral code', question: 'Do you have a referral code?' },
  final: { name: 'Start mining', question: 'Start mining' },
};

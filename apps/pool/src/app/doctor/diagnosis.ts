import type { Diagnosis } from '../../edges/operator/contexts.ts';

export const well = (subject: string, found: string): Diagnosis => ({
  subject,
  state: 'well',
  found,
  advice: '',
});

export const warning = (subject: string, found: string, advice: string): Diagnosis => ({
  subject,
  state: 'warning',
  found,
  advice,
});

export const ill = (subject: string, found: string, advice: string): Diagnosis => ({
  subject,
  state: 'ill',
  found,
  advice,
});

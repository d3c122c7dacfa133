import type { ConnectionMistake } from '@openlode/mining/connection-mistakes';
import type { MistakeSentences } from './mistake-sentences.ts';
import { serverMistakes } from './server-mistakes.ts';
import { transportMistakes } from './transport-mistakes.ts';
import { userMistakes } from './user-mistakes.ts';

const sentences: MistakeSentences = { ...userMistakes, ...serverMistakes, ...transportMistakes };

/** What is wrong and how to fix it. */
export function mistakeWords(mistake: ConnectionMistake): string {
  // The compiler does not see that a mistake and its kind's sentence belong together.
  const say = sentences[mistake.kind] as (mistake: ConnectionMistake) => string;
  return say(mistake);
}

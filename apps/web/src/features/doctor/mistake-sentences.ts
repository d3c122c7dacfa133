import type { ConnectionMistake } from '@openlode/mining/connection-mistakes';

/** A sentence for each kind of mistake: what is wrong and how to fix it. */
export type MistakeSentences = {
  readonly [Mistake in ConnectionMistake as Mistake['kind']]: (mistake: Mistake) => string;
};

import type { MessageOutcome, Question, Terms } from './client-dialect.ts';

/** Before an upstream has said anything. */
export const nothingYet: Terms = { target: undefined, room: undefined, versionMask: 0, session: '' };

/** No job; these terms. */
export function same(terms: Terms): Exclude<MessageOutcome<never>, string> {
  return { terms, jobs: [] };
}

export function loginQuestion(user: string, password: string): Question {
  return { name: 'login', method: 'mining.authorize', params: [user, password] };
}

/** That we can be given another extranonce; pools that do not know it go on without. */
export const extranonceQuestion: Question = {
  name: 'follow',
  method: 'mining.extranonce.subscribe',
  params: [],
};

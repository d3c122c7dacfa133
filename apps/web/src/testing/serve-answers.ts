import { vi } from 'vitest';

/** What the server answers by a part of the path, the first that fits; a number is a status with a refusal, 0 no answer, a promise a call under way. */
export type Answers = Readonly<Record<string, object | number>>;

/** Stands in for the server; answers the list of the paths that were asked, which grows. */
export function serveAnswers(answers: Answers): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (input: string) => {
    asked.push(input);
    const answer = Object.entries(answers).find(([part]) => input.includes(part))?.[1] ?? 404;
    if (answer instanceof Promise) return answer;
    if (answer === 0) return Promise.reject(new TypeError('Failed to fetch'));
    const body = typeof answer === 'number' ? { success: false, msg: `Refused with ${answer}` } : answer;
    const status = typeof answer === 'number' ? answer : 200;
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
  return asked;
}

import type { Route } from '@playwright/test';

/**
 * Answers a page as the pool does, but for what `change` makes of the body. A page that was left meanwhile waits for no answer: then nothing
 * is changed, and nothing fails. What `change` throws fails the journey.
 */
export async function changeAnswer(route: Route, change: (body: string) => string): Promise<void> {
  const answer = await route.fetch().catch(() => undefined);
  const body = await answer?.text().catch(() => undefined);
  if (answer === undefined || body === undefined) return route.abort().catch(() => undefined);
  const changed = change(body);
  return route.fulfill({ response: answer, body: changed }).catch(() => undefined);
}

/** The same for an answer in JSON. */
export async function changeJson(route: Route, change: (body: never) => unknown): Promise<void> {
  return changeAnswer(route, (body) => JSON.stringify(change(JSON.parse(body) as never)));
}

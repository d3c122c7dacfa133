import type { AnyRouter } from '@tanstack/react-router';

/** Loads the first page before anything is rendered. The outline stays until there is more to show, but never for long. */
export async function startRouter(router: Pick<AnyRouter, 'load'>): Promise<void> {
  await Promise.race([router.load(), new Promise((resolve) => setTimeout(resolve, 1500))]).catch(() => {});
}

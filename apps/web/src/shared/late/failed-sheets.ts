/**
 * Style sheets that could not be fetched. Vite asks for a sheet once in the life of a page: a later attempt to load the code would show it
 * without its styles. So each retry fetches the failed sheets itself, before the code.
 */
const failed = new Set<HTMLLinkElement>();
let pending: Promise<unknown> | null = null;

/** Notes each style sheet whose fetch fails from now on. */
export function noteFailedSheets(): void {
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target);
    },
    // The event does not bubble.
    { capture: true },
  );
}

/** Fetches the failed sheets again, once for all who wait for it. Rejects when one fails again. */
export function fetchFailedSheets(): Promise<unknown> {
  pending ??= Promise.all([...failed].map(fetchAgain)).finally(() => (pending = null));
  return pending;
}

function fetchAgain(link: HTMLLinkElement): Promise<unknown> {
  failed.delete(link);
  const next = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    next.addEventListener('load', resolve);
    next.addEventListener('error', () => reject(new Error(`cannot fetch ${next.href}`)));
    link.replaceWith(next);
  });
}

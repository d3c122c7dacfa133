/** Trusted Types want to know who says which script may run: this one, and only this one. */
function workerUrl(): string {
  const types = (
    globalThis as {
      trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } };
    }
  ).trustedTypes;
  if (types === undefined) return '/offline-worker.js';
  const policy = types.createPolicy('openlode-offline', { createScriptURL: () => '/offline-worker.js' });
  return policy.createScriptURL('');
}

let started = false;
/** A policy is made once: under this name there may be no second. */
let url: string | undefined;

/** Lets the site open without a network from now on, where the browser can: what this page is made of is kept. */
export async function startOfflineWorker(): Promise<void> {
  if (started || import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  started = true;
  try {
    url ??= workerUrl();
    await navigator.serviceWorker.register(url);
    const { active } = await navigator.serviceWorker.ready;
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    active?.postMessage({ keep: [...loaded, new URL('/', location.href).href] });
  } catch {
    // A private window or a plain-HTTP host: the page works, only not offline.
    started = false;
  }
}

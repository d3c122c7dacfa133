import { expect, type Page } from '@playwright/test';

/**
 * A short message goes after three seconds, and a button says for two that it has copied: a busy machine may look later than that. From here
 * on the page keeps all that it says in this way, in order, until another document is loaded. Answers how to read it: the words of each
 * message, and `Copy server: Copied` for a button.
 */
export async function keepMessages(page: Page): Promise<() => Promise<readonly string[]>> {
  await messagesHaveCome(page);
  await page.evaluate(() => {
    const said: string[] = [];
    const places: unknown[] = [];
    const seen = new WeakSet<Element>();
    const confirmed = new WeakSet<Element>();
    const look = () => {
      for (const message of document.querySelectorAll('[popover] > [role]')) {
        if (seen.has(message)) continue;
        seen.add(message);
        said.push(message.querySelector('span')?.textContent ?? '');
        places.push(message.getBoundingClientRect().toJSON());
      }
      for (const button of document.querySelectorAll('button[aria-label^="Copy"]')) {
        const hasCopied = button.textContent === 'Copied';
        if (hasCopied && !confirmed.has(button)) said.push(`${button.getAttribute('aria-label')}: Copied`);
        if (hasCopied) confirmed.add(button);
        else confirmed.delete(button);
      }
    };
    look();
    new MutationObserver(look).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    Object.assign(window, { said, places });
  });
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}

/** Where each message stood that the page has kept. */
export function placesOfMessages(page: Page): Promise<DOMRect[]> {
  return page.evaluate(() => (window as unknown as { places: DOMRect[] }).places);
}

/** The code of short messages comes some seconds after the page: what is said before it has come may be over by then. */
async function messagesHaveCome(page: Page): Promise<void> {
  const fetched = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/toast-region-[^/]+\.js$/.test(name)),
    );
  await expect.poll(fetched).toBe(true);
}

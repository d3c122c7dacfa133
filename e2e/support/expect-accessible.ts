import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Fails with the rule, what it asks for and where, when axe finds anything against WCAG 2.2 A and AA or its own best practice. */
export async function expectAccessible(page: Page): Promise<void> {
  const { passes, violations } = await new AxeBuilder({ page })
    // Of what is in order one element a rule is told: to name them all takes longer than to judge them.
    .options({ resultTypes: ['violations'] })
    // Our pages have no frames, whose results another page would gather.
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  // A check that looked at nothing finds nothing.
  expect(passes.length).toBeGreaterThan(5);
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`,
  );
  expect(found).toEqual([]);
}

/** The same in light and dark, one after the other, on a page that follows the system. */
export async function expectAccessibleInBothModes(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await expectAccessible(page);
  }
}

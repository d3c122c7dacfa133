import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Fails with the rule, what it asks for and where, when axe finds anything against WCAG 2.2 A and AA. */
export async function expectAccessible(page: Page): Promise<void> {
  const { passes, violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  // A check that looked at nothing finds nothing.
  expect(passes.length).toBeGreaterThan(5);
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`,
  );
  expect(found).toEqual([]);
}

import { expect, type Locator, type Page } from '@playwright/test';

const question = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const button = (page: Page, name: RegExp | string) => page.getByRole('main').getByRole('button', { name });

/** Presses Tab until the focus is on it. The page itself holds the focus there, because asking it after each press takes seconds. */
export async function tabTo(page: Page, target: Locator) {
  await target.first().evaluate((element) => {
    const stay = (event: KeyboardEvent) => {
      if (event.key === 'Tab' && document.activeElement === element) event.preventDefault();
      if (event.key !== 'Tab') document.removeEventListener('keydown', stay, true);
    };
    document.addEventListener('keydown', stay, true);
  });
  for (let presses = 0; presses < 150; presses += 5) {
    for (let press = 0; press < 5; press += 1) await page.keyboard.press('Tab');
    if (await target.first().evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab never reaches ${String(target)}`);
}

async function press(page: Page, target: Locator) {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** From the start to the final page in basic mode, paid in Dogecoin, without ever touching a mouse. */
export async function walkByKeyboard(
  page: Page,
  url: string,
  { hardware, algorithm, address }: { hardware: RegExp; algorithm: RegExp | null; address: string },
) {
  await page.goto(`${url}/`);
  await press(page, page.getByRole('link', { name: 'Skip to content' }));
  await press(page, page.getByRole('main').getByRole('link', { name: 'Guided setup' }));
  await expect(question(page, 'Quick or custom setup?')).toBeVisible();
  await press(page, button(page, /^Basic/));
  await press(page, button(page, hardware));
  if (algorithm !== null) await press(page, button(page, algorithm));
  await expect(question(page, 'Which coin do you want to be paid in?')).toBeFocused();
  await press(page, button(page, /^Bitcoin$/));
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type('dogecoin');
  await page.keyboard.press('Enter');
  await press(page, button(page, 'Be paid in Dogecoin'));
  await tabTo(page, page.getByLabel('Your Dogecoin address'));
  await page.keyboard.type(address);
  await expect(page.getByText('Valid', { exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(question(page, 'Do you have a referral code?')).toBeVisible();
  await press(page, button(page, 'Continue without referral code'));
  await expect(question(page, 'Start mining')).toBeVisible();
}

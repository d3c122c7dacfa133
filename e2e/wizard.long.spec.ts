import { HashingMiner } from '../testing/hashing-miner.ts';
import { PoolProcess } from '../testing/pool-process.ts';
import { runOpenlode } from '../testing/run-openlode.ts';
import { walkByKeyboard } from './support/by-keyboard.ts';
import { expect, test } from './support/test.ts';

let pool: PoolProcess;
test.beforeAll(async () => {
  pool = await PoolProcess.start();
});
test.afterAll(() => pool.close());

test('on the sandbox, by keyboard alone: the page’s own user and port are refused in words, then turn it green [wizard-03]', async ({
  page,
}) => {
  const address = 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L';
  await walkByKeyboard(page, pool.url, {
    hardware: /^This computer, on the sandbox/,
    algorithm: null,
    address,
  });
  await page.getByText('Server, port and user', { exact: true }).click();
  const line = async (name: string) =>
    await page
      .getByRole('main')
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('dd span')
      .first()
      .innerText();
  const [host, port, user] = [await line('Server'), Number(await line('Port')), await line('User')];
  expect(host).toBe('localhost');
  // No authority vouches for the certificate of a new pool, so TCP is recommended.
  expect(port).toBe(pool.stratumPort('sha256'));
  expect(user).toMatch(new RegExp(`^DOGE:${address}\\.rig-[a-z]{8}$`));
  await expect(page.getByRole('region', { name: 'The pool’s own client' }).locator('code').last()).toHaveText(
    `npm run mine -- ${user} ${port} --host localhost`,
  );
  const first = page.getByRole('region', { name: 'First share' });
  await expect(first).toContainText('Waiting for your first share');
  const states = () =>
    first.locator('ol > li').evaluateAll((items) => items.map((item) => item.dataset['state']));
  await expect.poll(states).toEqual(['now', 'later', 'later', 'later']);
  const start = async () => await HashingMiner.start({ host, port, user });

  const decide = (...command: string[]) =>
    runOpenlode([...command, `DOGE:${address}`, '--reason', 'a botnet mines here'], {
      OPENLODE_DATA: pool.dataDirectory,
    });
  expect(await decide('restrict', '--yes')).toMatchObject({ code: 0 });
  await expect(start()).rejects.toThrow('the pool refused');
  await expect(page.getByRole('alert', { name: 'Refused logins' })).toContainText(
    'This address may not mine here. Ask the operator of the pool. Refused once',
  );
  await expect.poll(states).toEqual(['done', 'failed', 'later', 'later']);
  expect(await decide('unrestrict')).toMatchObject({ code: 0 });

  const miner = await start();
  await expect(first).toContainText('Your first share has arrived', { timeout: 240_000 });
  await expect(first).toHaveAttribute('data-arrived', 'true');
  await expect.poll(states).toEqual(['done', 'done', 'done', 'now']);
  await expect(first).toContainText(`${user.split('.')[1]} is online and mining.`);
  await expect(page.getByRole('alert', { name: 'Refused logins' })).toHaveCount(0);
  await miner.stop();
});

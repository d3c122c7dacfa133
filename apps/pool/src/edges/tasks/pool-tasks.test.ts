import { expect, it } from 'vitest';
import { auditTasks } from './pool-tasks.ts';

it('compares the wallets in a task of its own, which waits for no audit [L11]', async () => {
  let compared = 0;
  const tasks = auditTasks({
    run: () => new Promise(() => undefined),
    compareWallets: async () => void (compared += 1),
    findings: () => undefined,
    finishedAt: () => undefined,
    positions: () => [],
  });
  expect(tasks.map(({ name, pattern }) => [name, pattern])).toEqual([
    ['compare-wallets', '30 * * * * *'],
    ['audit', '30 * * * * *'],
  ]);
  void tasks[1]?.run();
  await tasks[0]?.run();
  expect(compared).toBe(1);
});

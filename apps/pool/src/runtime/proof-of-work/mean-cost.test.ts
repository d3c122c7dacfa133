import { expect, it } from 'vitest';
import { MeanCost } from './mean-cost.ts';

it('is the mean of what shares take, most of it of the newest ones', () => {
  const cost = new MeanCost();
  expect(cost.ms).toBeUndefined();
  cost.add(40);
  expect(cost.ms).toBe(40);
  cost.add(24);
  expect(cost.ms).toBe(39);
  for (let share = 0; share < 200; share += 1) cost.add(10);
  expect(cost.ms).toBeCloseTo(10, 3);
});

it('forgets a share that took a thousand times as long as the others', () => {
  const cost = new MeanCost();
  cost.add(25);
  for (let share = 0; share < 200; share += 1) cost.add(0.02);
  expect(cost.ms).toBeCloseTo(0.02, 3);
});

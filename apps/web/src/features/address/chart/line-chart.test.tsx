import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { LineChart } from './line-chart.tsx';
import { scaleTexts } from './scale-texts.ts';

afterEach(cleanup);

const tenMinutes = 10 * 60_000;
const print = (value: number) => `${value.toFixed(2)} H/s`;

function renderChart(values: readonly number[], step = tenMinutes): void {
  render(
    <LineChart
      title="Calculated hashrate"
      points={values.map((value, index) => ({ at: index * step, value }))}
      start={0}
      end={24 * 60 * 60_000}
      step={step}
      print={print}
      printTime={String}
    />,
  );
}

describe('a chart of a worker that has just begun', () => {
  it.each([[[]], [[0]]])('says when there will be something to draw, and names no values: %j', (values) => {
    renderChart(values);
    expect(screen.getByText(/The first points appear within 20 minutes of the first share/)).toBeTruthy();
    expect(screen.queryByText(/H\/s/)).toBeNull();
  });

  it('counts in days where a point is a day', () => {
    renderChart([7], 24 * 60 * 60_000);
    expect(screen.getByText(/The first points appear within 2 days of the first share/)).toBeTruthy();
  });

  it('has its scale from the second point on', () => {
    renderChart([1.2, 1.9]);
    expect(screen.queryByText(/first points appear/)).toBeNull();
    expect(screen.getAllByText(/H\/s/).map((each) => each.textContent)).toEqual([
      '2.00 H/s',
      '1.00 H/s',
      '0.00 H/s',
    ]);
  });

  it('never names two lines alike', () => {
    expect(scaleTexts([0.01, 0.005, 0], print)).toEqual(['0.01 H/s', '', '0.00 H/s']);
    expect(scaleTexts([0.001, 0.0005, 0], print)).toEqual(['0.00 H/s', '', '']);
  });
});

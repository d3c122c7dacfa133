import { describe, expect, it } from 'vitest';
import { parsePrometheusText } from './prometheus-text.ts';

const page = `# HELP shares_total Shares
# TYPE shares_total counter
shares_total{algorithm="sha256",result="a \\"b\\""} 3

# HELP lag_seconds Lag
# TYPE lag_seconds gauge
lag_seconds -1.5e-7
`;

describe('parsePrometheusText', () => {
  it('reads samples and families', () => {
    const { samples, families } = parsePrometheusText(page);
    expect(samples).toEqual([
      { name: 'shares_total', labels: { algorithm: 'sha256', result: 'a \\"b\\"' }, value: 3 },
      { name: 'lag_seconds', labels: {}, value: -1.5e-7 },
    ]);
    expect(families.get('lag_seconds')).toEqual({ type: 'gauge', help: 'Lag' });
  });

  it.each([
    ['an end that is cut', page.slice(0, -1), 'the last line is not ended'],
    ['a value that is none', page.replace('-1.5e-7', 'undefined'), 'no line of the format'],
    ['a label without quotes', page.replace('"sha256"', 'sha256'), 'no line of the format'],
    ['a sample twice', `${page}lag_seconds 2\n`, 'a sample stands there twice'],
    ['a sample of another family', `${page}shares_total 2\n`, 'a sample outside of its family'],
    ['a counter without its end', page.replaceAll('shares_total', 'shares'), 'does not end with _total'],
    ['a family twice', page + page, 'HELP stands there twice'],
  ])('refuses %s', (_what, text, fault) => {
    expect(() => parsePrometheusText(text)).toThrow(fault);
  });
});

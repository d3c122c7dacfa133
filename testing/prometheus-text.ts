/** A sample of Prometheus' text format. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

interface Family {
  readonly type: string;
  readonly help: string;
}

const nameOf = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const label = '([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\\\\n]|\\\\["\\\\n])*)"';
const sampleLine = new RegExp(`^(${nameOf})(?:\\{((?:${label})(?:,${label})*)\\})? (\\S+)$`);
const number = /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|[+-]Inf|NaN)$/;
const suffixes: Readonly<Record<string, readonly string[]>> = {
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
};

/**
 * Parses a page in version 0.0.4 of the format, strictly: HELP and TYPE once for a family and before its samples, the samples of a family
 * together, no sample twice, counters that end with `_total`. Throws with the line that breaks a rule.
 */
export function parsePrometheusText(text: string): {
  readonly samples: readonly Sample[];
  readonly families: ReadonlyMap<string, Family>;
} {
  if (!text.endsWith('\n')) throw new Error('the last line is not ended');
  const families = new Map<string, Family>();
  const helps = new Map<string, string>();
  const seen = new Set<string>();
  const samples: Sample[] = [];
  let current = '';
  for (const line of text.slice(0, -1).split('\n')) {
    const fault = (why: string): Error => new Error(`${why}: ${line}`);
    if (line === '') continue;
    const [, help, helpText = ''] = new RegExp(`^# HELP (${nameOf}) (.*)$`).exec(line) ?? [];
    const [, typed, type = ''] =
      new RegExp(`^# TYPE (${nameOf}) (counter|gauge|histogram|summary|untyped)$`).exec(line) ?? [];
    if (help !== undefined) {
      if (helps.has(help)) throw fault('HELP stands there twice');
      helps.set(help, helpText);
    } else if (typed !== undefined) {
      if (families.has(typed)) throw fault('TYPE stands there twice, or after samples of it');
      if (type === 'counter' && !typed.endsWith('_total')) throw fault('a counter does not end with _total');
      families.set(typed, { type, help: helps.get(typed) ?? '' });
      current = typed;
    } else {
      const sample = readSample(line);
      if (sample === undefined) throw fault('no line of the format');
      const { type: familyType = '' } = families.get(current) ?? {};
      if (!(suffixes[familyType] ?? ['']).some((suffix) => sample.name === current + suffix))
        throw fault(`a sample outside of its family, within ${current}`);
      const key = JSON.stringify([
        sample.name,
        Object.entries(sample.labels)
          .map(([key, text]) => `${key}=${text}`)
          .toSorted(),
      ]);
      if (seen.has(key)) throw fault('a sample stands there twice');
      seen.add(key);
      samples.push(sample);
    }
  }
  return { samples, families };
}

function readSample(line: string): Sample | undefined {
  const match = sampleLine.exec(line);
  const value = match?.at(-1) ?? '';
  if (match === null || !number.test(value)) return undefined;
  const labels = Object.fromEntries(
    [...(match[2] ?? '').matchAll(new RegExp(label, 'g'))].map(([, key = '', text = '']) => [key, text]),
  );
  return { name: match[1] ?? '', labels, value: Number(value.replace('Inf', 'Infinity')) };
}

const compiled = new Map<string, RegExp>();

/** The regular expression of a catalogue pattern. Patterns are few and fixed, so each is compiled once and kept. */
export function compilePattern(source: string): RegExp {
  const known = compiled.get(source);
  if (known !== undefined) return known;
  const pattern = new RegExp(source);
  compiled.set(source, pattern);
  return pattern;
}

/** What stands beside a scale: a value that reads like the one above it stays unnamed, for two lines are not the same. */
export function scaleTexts(values: readonly number[], print: (value: number) => string): readonly string[] {
  const texts = values.map(print);
  return texts.map((text, index) => (texts.indexOf(text) === index ? text : ''));
}

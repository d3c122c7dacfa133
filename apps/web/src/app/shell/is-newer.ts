/** Whether release `a` is newer than release `b`: `0.10.0` is newer than `0.9.3`. What is no release is not newer. */
export function isNewer(a: string, b: string): boolean {
  const left = numbersOf(a);
  const right = numbersOf(b);
  if (left === null || right === null) return false;
  const at = left.findIndex((number, index) => number !== right[index]);
  return at >= 0 && (left[at] ?? 0) > (right[at] ?? 0);
}

function numbersOf(release: string): readonly [number, number, number] | null {
  const match = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})/.exec(release);
  return match === null ? null : [Number(match[1]), Number(match[2]), Number(match[3])];
}

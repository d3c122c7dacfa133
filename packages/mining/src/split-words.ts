/** As a shell would, without what stands between quotes being taken apart; a quote that never ends is left out. */
export function splitWords(text: string): readonly string[] {
  return (text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? []).map((word) => word.replaceAll(/["']/g, ''));
}

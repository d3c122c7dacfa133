/** The way in by which a coin comes to an exchange: the one that the settings name, or the only one that it has. */
export function takenAt(
  exchange: string,
  coin: string,
  networks: readonly string[],
  named: string | undefined,
):
  | { readonly kind: 'found'; readonly network: string }
  | { readonly kind: 'not-taken'; readonly why: string } {
  const [only, ...others] = networks;
  const all = networks.join(', ');
  if (only === undefined) return { kind: 'not-taken', why: `${exchange} names no way in for ${coin}` };
  if (named !== undefined)
    return networks.includes(named)
      ? { kind: 'found', network: named }
      : { kind: 'not-taken', why: `${exchange} takes ${coin} by ${all}, and not by ${named}` };
  if (others.length === 0) return { kind: 'found', network: only };
  return {
    kind: 'not-taken',
    why: `${exchange} takes ${coin} by ${all}: say which of them the other pool pays by (exchangeNetwork)`,
  };
}

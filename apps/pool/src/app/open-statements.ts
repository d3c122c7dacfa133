import { askMarketBy } from '../adapters/rates/ask-market.ts';
import { statementSource } from '../adapters/upstreams/statements/statement-source.ts';
import type { StatementSource } from '../domain/kernel/statement.ts';
import type { UpstreamEntry } from '../settings/upstream-settings.ts';

/** An account is some kilobytes; a list of a hundred payments some tens. */
const limits = { callMs: 20_000, bytesMax: 1_000_000 };

/** What the other pools of the settings say of our accounts, where they name a page for it. No redirect is followed, and no other host asked. */
export function openStatements(
  upstreams: readonly UpstreamEntry[],
  onOpen: (part: string, close: () => Promise<void>) => void,
): readonly StatementSource[] {
  const closing = new AbortController();
  const sources = upstreams.flatMap((upstream) => {
    const { statement } = upstream;
    if (statement === undefined) return [];
    const ask = askMarketBy({ url: statement.url, headers: () => ({}), ...limits, closed: closing.signal });
    return statementSource(upstream, statement, ask);
  });
  if (sources.length > 0) onOpen('statements', async () => closing.abort());
  return sources;
}

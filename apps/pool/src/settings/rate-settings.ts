import { offeredSources } from '../adapters/rates/offered-sources.ts';
import type { Fault, Path } from './pool-file-fault.ts';
import type { FileContent } from './pool-file-schema.ts';

/** A source that says what coins are worth. */
export interface RateEntry {
  readonly source: string;
  /** In place of the source's own address. */
  readonly url?: URL;
  /** A file with the key of the operator's plan, in one line. */
  readonly keyFile?: string;
}

export function rateFaults({ rates }: Pick<FileContent, 'rates'>): Fault[] {
  if (rates === undefined) return [];
  const inDollars = rates.filter(({ source }) => shapeOf(source)?.unit !== 'USDT');
  const tooFew =
    inDollars.length < 2
      ? [
          {
            path: ['rates'],
            fault:
              'rates need two sources that price in dollars: gate prices in USDT, which counts only while two others agree on its own price',
          },
        ]
      : [];
  return [...tooFew, ...entryFaults(rates)];
}

function shapeOf(source: string) {
  return offeredSources.find(({ name }) => name === source);
}

function entryFaults(rates: NonNullable<FileContent['rates']>): Fault[] {
  return rates.flatMap(({ source, url, key }, index): Fault[] => {
    const path: Path = ['rates', index];
    const faults: Fault[] = [];
    const offered = shapeOf(source);
    if (offered === undefined) {
      const names = offeredSources.map(({ name }) => name).join(', ');
      faults.push({
        path: [...path, 'source'],
        fault: `source is ${source}, but the rate sources of this release are: ${names}`,
      });
    } else if (key !== undefined && offered.keyHeader === undefined)
      faults.push({ path: [...path, 'key'], fault: `${source} takes no key` });
    if (rates.findIndex((each) => each.source === source) < index)
      faults.push({ path: [...path, 'source'], fault: `${source} stands in rates twice` });
    const fault = url === undefined ? undefined : urlFault(url);
    if (fault !== undefined) faults.push({ path: [...path, 'url'], fault });
    return faults;
  });
}

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Prices move money: what is between the pool and a source must not be able to change them. */
export function urlFault(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopback.test(url.hostname));
  if (url === undefined || !isSafe) return 'url must be https://, or http:// on this machine';
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return 'url must be a host and, where it needs one, a port and a path, and nothing else';
  return undefined;
}

/** Those of a file without faults. */
export function rateEntriesOf(
  rates: NonNullable<FileContent['rates']>,
  resolvePath: (path: string) => string,
): readonly RateEntry[] {
  return rates.map(({ source, url, key }) => ({
    source,
    ...(url === undefined ? {} : { url: new URL(url) }),
    ...(key === undefined ? {} : { keyFile: resolvePath(key) }),
  }));
}

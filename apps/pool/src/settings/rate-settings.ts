import { offeredSources } from '../adapters/rates/offered-sources.ts';
import type { Fault, Path } from './pool-file-fault.ts';
import type { FileContent } from './pool-file-schema.ts';
import { sourceUrlFault } from './source-url-fault.ts';

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
    const fault = url === undefined ? undefined : sourceUrlFault(url);
    if (fault !== undefined) faults.push({ path: [...path, 'url'], fault });
    return faults;
  });
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

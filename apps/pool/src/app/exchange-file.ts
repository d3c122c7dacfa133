import { readFile, stat } from 'node:fs/promises';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import {
  type ExchangeFlag,
  judgeExchangeFlag,
  replaceExchangesOfSettings,
} from '../domain/miners/exchange-addresses.ts';
import type { ServiceContext } from '../domain/kernel/context.ts';

const Entry = Type.Object(
  { coin: Type.String(), address: Type.String(), exchange: Type.String() },
  { additionalProperties: false },
);

/** The file of exchange addresses cannot be used; the message names the file and every entry that is wrong. */
export class ExchangeFileError extends Error {
  override readonly name = 'ExchangeFileError';
}

/** The addresses in the text of the file at `path`: a JSON list of `{"coin", "address", "exchange"}`. Throws `ExchangeFileError`. */
export function parseExchangeFile(path: string, text: string): readonly ExchangeFlag[] {
  const entries = parseList(path, text);
  const faults: string[] = [];
  const flags = entries.flatMap((entry, index) => {
    const flag = judgeEntry(entry);
    if (typeof flag !== 'string') return flag;
    faults.push(`${path}: entry ${index + 1} ${flag}`);
    return [];
  });
  if (faults.length > 0) throw new ExchangeFileError(faults.join('\n'));
  return flags;
}

function parseList(path: string, text: string): readonly unknown[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (error) {
    throw new ExchangeFileError(`${path} is not valid JSON: ${(error as Error).message}`, { cause: error });
  }
  if (Array.isArray(list)) return list;
  throw new ExchangeFileError(
    `${path} must be a list such as [{"coin": "XRP", "address": "r…", "exchange": "Name"}]`,
  );
}

/** The flag, or what is wrong with the entry. */
function judgeEntry(entry: unknown): ExchangeFlag | string {
  if (!Check(Entry, entry)) return 'must have coin, address and exchange, all of them text, and nothing else';
  const judged = judgeExchangeFlag(entry);
  switch (judged.kind) {
    case 'flag':
      return judged.flag;
    case 'unknown-coin':
      return `names ${judged.coin}, which is no coin of this pool`;
    case 'bad-address':
      return `is no address of ${entry.coin}: ${entry.address}`;
    case 'takes-no-memo':
      return `names a network that takes no memo (${judged.network}), so none can be asked for`;
    case 'nameless':
      return 'has no name of the exchange';
  }
}

/** The addresses that the settings and their file name, kept in the database as they are now. */
export interface ExchangeSettings {
  /** Reads the file again if it was changed since. A file that cannot be used is reported, and what it said before stays. */
  refresh(): Promise<void>;
}

/** Reads the file at `path` if there is one, and keeps what it and the settings name. Throws `ExchangeFileError`. */
export async function openExchangeSettings(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  {
    configured,
    path,
    onError,
  }: {
    readonly configured: readonly ExchangeFlag[];
    readonly path: string | undefined;
    readonly onError: (error: unknown) => void;
  },
): Promise<ExchangeSettings> {
  const read = async (file: string): Promise<readonly ExchangeFlag[]> => {
    try {
      return parseExchangeFile(file, await readFile(file, 'utf8'));
    } catch (error) {
      if (error instanceof ExchangeFileError) throw error;
      throw new ExchangeFileError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
    }
  };
  let inFile = path === undefined ? [] : await read(path);
  let version = path === undefined ? undefined : await versionOf(path);
  await replaceExchangesOfSettings(ctx, [...configured, ...inFile]);
  return {
    refresh: async () => {
      if (path !== undefined) {
        const found = await versionOf(path);
        if (found !== version) {
          version = found;
          try {
            inFile = await read(path);
          } catch (error) {
            onError(error);
          }
        }
      }
      await replaceExchangesOfSettings(ctx, [...configured, ...inFile]);
    },
  };
}

/** A renamed file has another inode, a rewritten one another time; undefined for one that is gone. */
async function versionOf(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? undefined : `${found.ino} ${found.mtimeMs} ${found.size}`;
}

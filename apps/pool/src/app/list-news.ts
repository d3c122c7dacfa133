import { readdir, readFile } from 'node:fs/promises';
import { findCoin } from '@openlode/catalogue/coins';
import type { NewsFile } from '../edges/operator/contexts.ts';
import { parseNews } from '../adapters/content/read-news.ts';
import { errorText } from '../runtime/error-text.ts';

/** Reads every file of the news folder, the newest first and the faulty ones before them. */
export async function listNews(folder: URL): Promise<NewsFile[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.md')).toSorted();
  const listed = await Promise.all(
    files.map(async (file) => judge(file, await readFile(new URL(file, folder), 'utf8'))),
  );
  return listed.toSorted((a, b) => (b.at ?? Number.POSITIVE_INFINITY) - (a.at ?? Number.POSITIVE_INFINITY));
}

function judge(file: string, text: string): NewsFile {
  try {
    const { at, type, coin, pinned } = parseNews(file.slice(0, -3), text);
    const fault =
      coin !== null && findCoin(coin) === undefined
        ? `there is no coin ${coin}: the filter never shows it`
        : null;
    return { file, at, type, coin, pinned, fault };
  } catch (error) {
    const fault = errorText(error);
    return { file, at: null, type: null, coin: null, pinned: false, fault };
  }
}

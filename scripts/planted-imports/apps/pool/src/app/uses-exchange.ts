// breaks: exchanges-are-for-the-treasury
import { entry } from '../adapters/exchanges/entry.ts';

export const planted = entry;

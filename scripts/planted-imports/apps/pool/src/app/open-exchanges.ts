// breaks: exchanges-are-watched-only
import { entry } from '../adapters/exchanges/entry.ts';

export const planted = entry;

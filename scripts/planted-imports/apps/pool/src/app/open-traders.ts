// breaks: exchanges-are-traded-at-without-a-library
import { entry } from '../adapters/exchanges/entry.ts';

export const planted = entry;

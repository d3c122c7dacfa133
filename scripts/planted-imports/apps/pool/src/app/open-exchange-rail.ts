// breaks: exchanges-pay-without-a-library
import { entry } from '../adapters/exchanges/entry.ts';

export const planted = entry;

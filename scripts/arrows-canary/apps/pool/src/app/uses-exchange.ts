// breaks: exchanges-are-for-the-treasury
import { door } from '../adapters/exchanges/door.ts';

export const planted = door;

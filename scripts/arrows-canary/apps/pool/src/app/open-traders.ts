// breaks: exchanges-are-traded-at-without-a-library
import { door } from '../adapters/exchanges/door.ts';

export const planted = door;

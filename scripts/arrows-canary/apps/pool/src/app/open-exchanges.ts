// breaks: exchanges-are-watched-only
import { door } from '../adapters/exchanges/door.ts';

export const planted = door;

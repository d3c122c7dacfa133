// breaks: simulated-parts-are-adapters
import { door } from '../fleet/door.ts';

export const planted = door;

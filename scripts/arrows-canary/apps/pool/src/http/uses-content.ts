// allowed
import { door } from '../content/door.ts';

export const planted = door;

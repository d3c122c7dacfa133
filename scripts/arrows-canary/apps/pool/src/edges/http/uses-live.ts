// breaks: edges-speak-to-the-domain-only
import { door } from '../live/door.ts';

export const planted = door;

// breaks: edges-speak-to-services-only
import { door } from '../live/door.ts';

export const planted = door;

// breaks: edges-speak-to-services-only
import { door } from '../chains/door.ts';

export const planted = door;

// breaks: edges-speak-to-the-domain-only
import { door } from '../../adapters/content/door.ts';

export const planted = door;

// breaks: edges-speak-to-services-only
import { door } from '../../adapters/chains/door.ts';

export const planted = door;

// breaks: edges-speak-to-the-domain-only
import { door } from '../../adapters/chains/door.ts';

export const planted = door;

// breaks: services-own-their-ports
import { door } from '../../adapters/chains/door.ts';

export const planted = door;

// breaks: services-own-their-ports
import { door } from '../../edges/stratum/door.ts';

export const planted = door;

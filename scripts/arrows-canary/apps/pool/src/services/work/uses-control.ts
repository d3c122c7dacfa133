// breaks: services-own-their-ports
import { door } from '../../control/door.ts';

export const planted = door;

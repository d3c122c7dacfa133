// breaks: services-own-their-ports
import { door } from '../../cli/door.ts';

export const planted = door;

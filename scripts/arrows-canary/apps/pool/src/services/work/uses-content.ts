// breaks: services-own-their-ports
import { door } from '../../content/door.ts';

export const planted = door;

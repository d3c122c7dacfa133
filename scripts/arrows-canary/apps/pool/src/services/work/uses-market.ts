// breaks: services-own-their-ports
import { door } from '../../market/door.ts';

export const planted = door;

// breaks: services-own-their-ports
import { door } from '../../jobs/door.ts';

export const planted = door;

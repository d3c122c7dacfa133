// breaks: services-own-their-ports
import { door } from '../../edges/tasks/door.ts';

export const planted = door;

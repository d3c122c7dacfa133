// breaks: services-own-their-ports
import { door } from '../../edges/cli/door.ts';

export const planted = door;

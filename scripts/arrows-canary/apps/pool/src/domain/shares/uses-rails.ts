// breaks: services-own-their-ports
import { door } from '../../adapters/rails/door.ts';

export const planted = door;

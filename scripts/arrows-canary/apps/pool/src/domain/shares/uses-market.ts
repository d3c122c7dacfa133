// breaks: domain-owns-its-ports
import { door } from '../../adapters/rates/door.ts';

export const planted = door;

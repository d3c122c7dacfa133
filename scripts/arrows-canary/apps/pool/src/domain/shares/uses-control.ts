// breaks: domain-owns-its-ports
import { door } from '../../sandbox/control/door.ts';

export const planted = door;

// breaks: domain-owns-its-ports
import { door } from '../../sandbox/fleet/door.ts';

export const planted = door;

// breaks: domain-owns-its-ports
import { door } from '../../edges/live/door.ts';

export const planted = door;

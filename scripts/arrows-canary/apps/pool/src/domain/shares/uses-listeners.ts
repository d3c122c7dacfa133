// breaks: domain-owns-its-ports
import { door } from '../../edges/stratum/door.ts';

export const planted = door;

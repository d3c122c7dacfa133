// breaks: services-own-their-ports
import type { door } from '../../http/door.ts';

export type Planted = typeof door;

// breaks: services-own-their-ports
import type { door } from '../../edges/http/door.ts';

export type Planted = typeof door;

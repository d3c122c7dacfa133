// breaks: domain-owns-its-ports
import type { door } from '../../edges/http/door.ts';

export type Planted = typeof door;

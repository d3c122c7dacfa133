// breaks: domain-owns-its-ports
import { door } from '../../edges/http/door.ts';

export const planted = door;

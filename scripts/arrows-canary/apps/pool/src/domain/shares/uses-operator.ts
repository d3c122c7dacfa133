// breaks: domain-owns-its-ports
import { door } from '../../edges/operator/door.ts';

export const planted = door;

// breaks: domain-owns-its-ports
import { door } from '../../adapters/content/door.ts';

export const planted = door;

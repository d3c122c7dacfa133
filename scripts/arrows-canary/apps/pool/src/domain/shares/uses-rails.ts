// breaks: domain-owns-its-ports
import { door } from '../../adapters/rails/door.ts';

export const planted = door;

// breaks: domain-owns-its-ports
import { door } from '../../adapters/chains/door.ts';

export const planted = door;

// breaks: domain-owns-its-ports
import { door } from '../../edges/cli/door.ts';

export const planted = door;

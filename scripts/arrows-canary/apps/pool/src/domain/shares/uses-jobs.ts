// breaks: domain-owns-its-ports
import { door } from '../../edges/tasks/door.ts';

export const planted = door;

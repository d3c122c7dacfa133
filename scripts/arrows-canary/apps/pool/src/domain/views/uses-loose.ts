// breaks: domain-has-known-areas
import { planted } from '../loose/door.ts';

export const again = planted;

// breaks: kit-knows-no-suite
import { journey } from '../e2e/journey.ts';

export const planted = journey;

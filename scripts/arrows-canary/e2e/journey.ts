export const journey = 'journey';

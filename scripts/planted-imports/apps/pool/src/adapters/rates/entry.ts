export const entry = 'entry';

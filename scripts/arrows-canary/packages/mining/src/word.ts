export const word = 'word';

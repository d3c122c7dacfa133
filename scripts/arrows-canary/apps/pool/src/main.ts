export const start = 'start';

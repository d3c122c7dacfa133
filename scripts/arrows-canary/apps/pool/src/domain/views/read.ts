export const read = 'read';

export const transaction = 'transaction';

export const amount = 'amount';

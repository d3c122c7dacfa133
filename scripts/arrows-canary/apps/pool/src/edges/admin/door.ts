export const door = 'door';

export const clock = 'clock';

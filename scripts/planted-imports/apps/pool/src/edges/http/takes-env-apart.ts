// breaks: no-restricted-properties
const { env } = process;

export const planted = env;

// allowed
export const config = [process.env, process.argv];

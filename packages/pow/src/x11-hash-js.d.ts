// x11-hash-js brings no types. Every module of it is one function; 1 stands for an array of bytes.
declare module 'x11-hash-js/lib/*.js' {
  const hash: (message: number[], from: 1, to: 1) => number[];
  export default hash;
}

declare module 'fs-native-extensions' {
  /** Takes an exclusive kernel lock on the whole file without waiting. */
  export function tryLock(descriptor: number): boolean;
}

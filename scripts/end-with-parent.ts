/**
 * The shell between npm and this process takes a signal for itself and dies of it: when it is gone, this process gets
 * the SIGTERM that it would have been sent.
 */
export function endWithParent(): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}

/** Milliseconds that this thread has worked since then: what others do on a busy machine is not counted. */
export function toCpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since);
  return (user + system) / 1000;
}

/** Where a server listens: an address, or a socket that is open already. */
export type Place = { host: string; port: number } | { fd: number }

/** The first that a service manager hands over (systemd's sd_listen_fds). */
const FIRST = 3

/**
 * The socket that a service manager hands over and keeps: visitors wait in it while one server ends and the next one starts.
 * Without one, the address of the options.
 * @throws Error where there are several
 */
export function placeToListen(
  { LISTEN_PID, LISTEN_FDS }: NodeJS.ProcessEnv,
  address: { host: string; port: number },
): Place {
  if (LISTEN_PID !== String(process.pid)) return address
  if (LISTEN_FDS !== '1')
    throw new Error(`The service manager hands over ${LISTEN_FDS} sockets: one is needed`)
  return { fd: FIRST }
}

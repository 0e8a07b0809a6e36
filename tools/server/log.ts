/** A line of the log: an object of its own, or a text. */
export type Log = (level: 'info' | 'warn' | 'error', line: object | string) => void

const SECRET = '[secret]'
const SECRET_MIN = 8
const IPV4 = /\b(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}\b/g
const IPV6 = /\b((?:[\da-f]{1,4}:){3})(?:[\da-f]{0,4}:){1,5}[\da-f]{0,4}\b/gi

/** Cuts an address to its network: the log says nothing that leads to one visitor. */
const withoutHosts = (text: string) => text.replace(IPV4, '$1.0').replace(IPV6, '$1:')

/** A text of the runtime that is a line of JSON of ours. */
function objectOf(text: string): object | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return value instanceof Object ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Writes lines of JSON to the standard output, without any of these secrets and without addresses in full.
 * @param secrets values that no line may have
 */
export function createLog(secrets: readonly string[], write: (line: string) => void = console.log): Log {
  const hidden = secrets
    .filter((secret) => secret.length >= SECRET_MIN)
    .map((secret) => JSON.stringify(secret).slice(1, -1))
  return (level, line) => {
    const said = typeof line === 'string' ? (objectOf(line) ?? { message: withoutHosts(line) }) : line
    const text = JSON.stringify({ time: new Date().toISOString(), level, ...said })
    write(hidden.reduce((all, secret) => all.replaceAll(secret, SECRET), text))
  }
}

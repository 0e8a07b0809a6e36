import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import type { ServerOptions } from './run-server.ts'

export const SERVER_OPTIONS = {
  data: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '8788' },
  'trust-proxy': { type: 'string', default: '' },
  env: { type: 'string' },
  memory: { type: 'string' },
  'backup-every': { type: 'string' },
  keep: { type: 'string', default: '7' },
  var: { type: 'string', multiple: true, default: [] as string[] },
} as const

type Values = {
  data: string
  host: string
  port: string
  'trust-proxy': string
  env?: string | undefined
  memory?: string | undefined
  'backup-every'?: string | undefined
  keep: string
  var: string[]
}

/** The options of a server as the command line has them. @param from the folder that paths are seen from */
export function serverOptions(values: Values, from: string): Omit<ServerOptions, 'site'> {
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`--port takes a number up to 65535, not '${values.port}'`)
  return {
    data: resolve(from, values.data),
    host: values.host,
    port,
    trustProxy: values['trust-proxy'],
    env: values.env && resolve(from, values.env),
    pairs: values.var,
    memory: memoryOf(values.memory),
    backups: backupsOf(values),
  }
}

const UNIT_BYTES: Record<string, number> = { m: 1024 ** 2, g: 1024 ** 3 }
/** Bytes. The runtime has some 200 MB when it has done nothing. */
const MEMORY_LEAST = 256 * 1024 ** 2

function memoryOf(memory: string | undefined): number | undefined {
  if (memory === undefined) return undefined
  const [, number, unit = ''] = /^([1-9]\d{0,4})([mg])$/.exec(memory) ?? []
  const bytes = Number(number) * (UNIT_BYTES[unit] ?? 0)
  if (!(bytes >= MEMORY_LEAST)) throw new Error(`--memory takes 256m or more, such as 2g, not '${memory}'`)
  return bytes
}

const UNIT_MS: Record<string, number> = { m: 60_000, h: HOUR_MS, d: DAY_MS }

function backupsOf({ 'backup-every': every, keep }: Values): ServerOptions['backups'] {
  if (every === undefined) return undefined
  const [, number, unit = ''] = /^([1-9]\d{0,3})([mhd])$/.exec(every) ?? []
  if (!number) throw new Error(`--backup-every takes a time such as 24h, 30m, or 7d, not '${every}'`)
  if (!/^[1-9]\d{0,3}$/.test(keep)) throw new Error(`--keep takes how many backups stay, not '${keep}'`)
  return { everyMs: Number(number) * (UNIT_MS[unit] ?? 0), keep: Number(keep) }
}

const USAGE =
  'usage: loopframe-server --data DIR [--host 0.0.0.0] [--port 8788] [--trust-proxy HOSTS] [--env FILE] [--var NAME:value] [--memory 2g] [--backup-every 24h [--keep 7]]'

/** The arguments of the package's command. @throws Error that says how it is used */
export function readArguments(args: string[], from: string): Omit<ServerOptions, 'site'> {
  const { values } = parseArgs({ args, options: { ...SERVER_OPTIONS, help: { type: 'boolean' } } })
  if (values.help || !values.data) throw new Error(USAGE)
  return serverOptions({ ...values, data: values.data }, from)
}

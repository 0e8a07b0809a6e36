import { parseEnv } from 'node:util'
import { configNames, readConfig } from '../../worker/env.ts'

/** What this server reads beside the product's own variables. */
const OWN = ['SMTP_URL'] as const
/** Other programs' name too: it is not taken from the environment. */
const AMBIGUOUS = 'DEBUG'
/** Names of variables whose values are no secret. */
const SECRET_NAME = /KEY|SECRET|TOKEN|DSN|SMTP/

type Sources = {
  /** wrangler.toml. */
  defaults: Record<string, string>
  /** Texts of files with a `NAME=value` on each line, the later one counts. */
  files: readonly string[]
  environment: Record<string, string | undefined>
  /** `--var NAME:value`. */
  pairs: readonly string[]
}

export type Settings = { vars: Record<string, string>; smtpUrl: string; isMaking: boolean; secrets: string[] }

/** `NAME:value`, as for wrangler: the value may contain colons. */
export function readPairs(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const colon = pair.indexOf(':')
      if (colon < 1) throw new Error(`--var takes NAME:value, not '${pair.slice(0, 40)}'`)
      return [pair.slice(0, colon), pair.slice(colon + 1)]
    }),
  )
}

/**
 * The configuration of all its places: wrangler.toml, then files, then the environment, then the command line.
 * @throws Error that names what is no variable, or has no good value
 */
export function readSettings({ defaults, files, environment, pairs }: Sources): Settings {
  const names = new Set<string>([...configNames(), ...OWN])
  const given = { ...Object.assign({}, ...files.map((text) => parseEnv(text))), ...pick(environment, names) }
  const chosen: Record<string, string> = { ...given, ...readPairs(pairs) }
  // `MAKER:off` leaves renditions to makers elsewhere (`tools/making/own-maker.ts`).
  const unknown = Object.keys(chosen).filter((name) => !names.has(name) && name !== 'MAKER')
  if (unknown.length > 0) throw new Error(`There is no variable ${unknown.join(', ')}`)
  const { SMTP_URL: smtpUrl = '', MAKER: maker, ...own } = chosen
  const vars = { ...defaults, ...own }
  readConfig(vars)
  const secrets = Object.entries(chosen)
    .filter(([name, value]) => SECRET_NAME.test(name) && value !== '')
    .map(([, value]) => value)
  const password = URL.parse(smtpUrl)?.password
  return {
    vars,
    smtpUrl,
    isMaking: maker !== 'off',
    secrets: [...secrets, ...(password ? [decodeURIComponent(password)] : [])],
  }
}

const pick = (environment: Record<string, string | undefined>, names: ReadonlySet<string>) =>
  Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && entry[0] !== AMBIGUOUS && names.has(entry[0]),
    ),
  )

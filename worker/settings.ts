import { UpstreamError } from '../shared/errors.ts'
import { DEFAULT_SETTINGS, type SettingsFields } from '../shared/schema/own/rules.ts'
import { attempt } from '../shared/server/deadline.ts'
import type { SettingsMemory, SiteSettings } from '../shared/server/origin.ts'
import type { Config } from './env.ts'

/** ms that what was read is used, and that a read may take: pages wait for it. */
const KEPT_MS = 10_000
const READ_MS = 1000
/** When a client may try again where nothing was ever read, in s. */
const RETRY_AFTER_S = 6

/** What variables say in place of settings, by the fields; `env` has them as they were written. */
function fixedBy({ BRAND_NAME, REGISTRATION }: Config, env: object) {
  const isNamed = 'BRAND_NAME' in env && env.BRAND_NAME !== ''
  const fields: Partial<SettingsFields> = {
    ...(isNamed && { name: BRAND_NAME }),
    ...(REGISTRATION && { registration: REGISTRATION }),
  }
  const setBy = {
    ...(isNamed && { name: 'BRAND_NAME' }),
    ...(REGISTRATION && { registration: 'REGISTRATION' }),
  }
  return { fields, setBy }
}

/**
 * The rules of the installation in an isolate's memory, at most 10 s old. Nothing reads them until someone asks.
 * @param read undefined without accounts of our own: then no one changes them
 */
export function createSettings(
  config: Config,
  env: object,
  read: (() => Promise<SiteSettings>) | undefined,
): SettingsMemory {
  const { fields, setBy } = fixedBy(config, env)
  const resolved = (all: SiteSettings): SiteSettings => ({
    ...all,
    name: all.name || config.BRAND_NAME,
    ...fields,
  })
  let current = resolved({ ...DEFAULT_SETTINGS, version: 0, logoPath: '', texts: [] })
  let isKnown = read === undefined
  let until = -Infinity
  let [started, taken] = [0, 0]

  // No request waits for a read of another: that one may be gone.
  async function fresh(isForced = false): Promise<SiteSettings> {
    if (!read || (!isForced && Date.now() < until)) return current
    const number = ++started
    // Others go on with what is known meanwhile.
    if (isKnown) until = Date.now() + KEPT_MS
    const found = await attempt(READ_MS, read)
    until = Date.now() + KEPT_MS
    // A read that began before another one that is done may be older.
    if (found && number > taken) {
      taken = number
      current = resolved(found)
      isKnown = true
    }
    return current
  }

  return {
    setBy,
    get current() {
      return current
    },
    fresh,
    async known() {
      const found = await fresh()
      if (isKnown) return found
      const failure = { kind: 'unavailable', status: 503, retryAfter: RETRY_AFTER_S } as const
      throw new UpstreamError('The rules of the site can’t be read', failure)
    },
  }
}

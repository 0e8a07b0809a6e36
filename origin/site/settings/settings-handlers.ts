import type { D1Database } from '@cloudflare/workers-types'
import { AppError, fieldError, InputError } from '../../../shared/errors.ts'
import type { SettingsFields } from '../../../shared/schema/own/rules.ts'
import type { OwnSettings } from '../../../shared/schema/own/settings.ts'
import { readSettings } from '../../settings.ts'
import { auditIfChanged, personOf } from '../actor.ts'
import type { SiteHandlers, SiteRequest } from '../site-handlers.ts'

const TEXTS = 'SELECT name, language, text FROM site_texts ORDER BY name, language'

// ?1 the version that was seen, ?2 the fields as JSON. The second of two who have seen the same changes nothing.
const FIRST = 'INSERT INTO settings (id, version, value) SELECT 1, 1, ?2 WHERE ?1 = 0 ON CONFLICT DO NOTHING'
const NEXT = 'UPDATE settings SET version = version + 1, value = ?2 WHERE version = ?1'

const PUT_TEXT = `
  INSERT INTO site_texts (name, language, text) VALUES (?1, ?2, ?3)
      ON CONFLICT (name, language) DO UPDATE SET text = excluded.text WHERE text <> excluded.text`
const HAS_PICTURE = 'SELECT 1 FROM users WHERE username = ?1 AND avatar_key IS NOT NULL'

const DROP_TEXT = 'DELETE FROM site_texts WHERE name = ?1 AND language = ?2'

const fieldsOf = (all: SettingsFields): SettingsFields => {
  const { registration, uploads, new_days, rating, words, name, logo, accent, language } = all
  return { registration, uploads, new_days, rating, words, name, logo, accent, language }
}

type Texts = OwnSettings['texts']
type All = SettingsFields & { version: number }

const readTexts = async (d1: D1Database): Promise<Texts> =>
  (await d1.prepare(TEXTS).all<Texts[number]>()).results

/** The rules as staff see them: what the row says, as far as no variable wins. */
function shown({ settings }: Pick<SiteRequest, 'settings'>, all: All, texts: Texts): OwnSettings {
  const { current, setBy = {} } = settings ?? {}
  const fixed = Object.keys(setBy).map((name) => [name, current?.[name as keyof SettingsFields]])
  const { words, ...fields } = { ...fieldsOf(all), ...(Object.fromEntries(fixed) as Partial<SettingsFields>) }
  return { ...fields, words: [...words], version: all.version, texts, set_by: { ...setBy } }
}

/** What the audit log says of a change: its fields, and their values where they are short. */
const changeText = (fields: Partial<SettingsFields>): string =>
  Object.entries(fields)
    .map(([name, value]) => (Array.isArray(value) ? `${name}: ${value.length}` : `${name}: ${value || '–'}`))
    .join(', ')

/** Fields that are other than before. */
const changed = (before: SettingsFields, given: object): Partial<SettingsFields> =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) =>
        value !== undefined && JSON.stringify(before[name as keyof SettingsFields]) !== JSON.stringify(value),
    ),
  )

function write(d1: D1Database, version: number, fields: SettingsFields) {
  const values = [version, JSON.stringify(fields)] as const
  return version === 0 ? d1.prepare(FIRST).bind(...values) : d1.prepare(NEXT).bind(...values)
}

/** @throws InputError for a logo of an account that isn't there, or has no picture */
async function assertPicture(d1: D1Database, logo: string | undefined): Promise<void> {
  if (!logo || (await d1.prepare(HAS_PICTURE).bind(logo).first())) return
  throw fieldError('logo', 'logo must be the username of an account that has a picture')
}

/** The rules of the installation (`origin/settings.ts`), and their texts. */
export const settingsHandlers = {
  async settings(deps) {
    const { d1 } = deps
    return { body: shown(deps, await readSettings(d1), await readTexts(d1)) }
  },

  /** All is read before it is written: a failure behind that would look as if nothing had changed. */
  async putSettings(deps, { version, ...given }) {
    const { d1, actor, nowMs, settings } = deps
    const fixed = Object.keys(settings?.setBy ?? {}).find(
      (name) => given[name as keyof typeof given] !== undefined,
    )
    if (fixed) {
      const message = `${fixed} is set by a variable of the configuration`
      throw new InputError(message, { [fixed]: message })
    }
    const [before, texts] = [await readSettings(d1), await readTexts(d1)]
    const fields = changed(before, given)
    if (before.version !== version) throw someoneElse()
    await assertPicture(d1, fields.logo)
    if (Object.keys(fields).length === 0) return { body: shown(deps, before, texts) }
    const act = { action: 'settings.update', target: 'settings', reason: changeText(fields), nowMs }
    const [written] = await d1.batch([
      write(d1, version, { ...fieldsOf(before), ...fields }),
      auditIfChanged(d1, personOf(actor), act),
    ])
    if (!written?.meta.changes) throw someoneElse()
    await settings?.fresh(true)
    return { body: shown(deps, { ...before, ...fields, version: version + 1 }, texts) }
  },

  /** An empty text is removed. */
  async putSiteText(deps, { name, language, text }) {
    const { d1, actor, nowMs, settings } = deps
    const put = text
      ? d1.prepare(PUT_TEXT).bind(name, language, text)
      : d1.prepare(DROP_TEXT).bind(name, language)
    const act = {
      action: 'settings.text',
      target: `text/${name}`,
      reason: `${language}: ${text.length}`,
      nowMs,
    }
    const [all, texts] = [await readSettings(d1), await readTexts(d1)]
    await d1.batch([put, auditIfChanged(d1, personOf(actor), act)])
    await settings?.fresh(true)
    const others = texts.filter((each) => each.name !== name || each.language !== language)
    return { body: shown(deps, all, text ? [...others, { name, language, text }] : others) }
  },
} satisfies SiteHandlers

const someoneElse = () => new AppError('conflict', 'Someone else has changed the settings meanwhile')

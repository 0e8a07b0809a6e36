import type { D1Database } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { blockedIn } from '../shared/blocked-words.ts'
import { AppError, fieldError } from '../shared/errors.ts'
import { DEFAULT_SETTINGS, SITE_TEXTS } from '../shared/schema/own/rules.ts'
import { StoredSettings } from '../shared/schema/own/settings.ts'
import type { Actor, OriginDeps, SiteSettings } from '../shared/server/origin.ts'
import { avatarAddress } from './people/users.ts'
import { readRow } from './sql.ts'

const READ = `
  SELECT (SELECT version FROM settings) AS version, (SELECT value FROM settings) AS value,
         (SELECT json_group_array(DISTINCT name) FROM site_texts) AS texts,
         (SELECT json_object('id', id, 'key', avatar_key) FROM users
           WHERE username = (SELECT value ->> 'logo' FROM settings) AND avatar_key IS NOT NULL) AS logo`

const Names = v.pipe(v.string(), v.parseJson(), v.array(v.string()))
const Row = v.object({
  version: v.nullable(v.number()),
  value: v.nullable(v.pipe(v.string(), v.parseJson(), StoredSettings)),
  texts: Names,
  logo: v.nullable(v.pipe(v.string(), v.parseJson(), v.object({ id: v.string(), key: v.string() }))),
})

/** The rules of the installation as their row has them. */
export async function readSettings(d1: D1Database): Promise<SiteSettings> {
  const { version, value, texts, logo } = readRow(Row, await d1.prepare(READ).first())
  return {
    ...(value ?? DEFAULT_SETTINGS),
    version: version ?? 0,
    logoPath: logo ? avatarAddress(logo.id, logo.key, '') : '',
    texts: SITE_TEXTS.filter((name) => texts.includes(name)),
  }
}

/** A text of the installation in each language that it has. */
export async function readSiteText(d1: D1Database, name: string): Promise<Readonly<Record<string, string>>> {
  const rows = d1.prepare('SELECT language, text FROM site_texts WHERE name = ?1').bind(name)
  const { results } = await rows.all<{ language: string; text: string }>()
  return Object.fromEntries(results.map(({ language, text }) => [language, text]))
}

type Deps = Pick<OriginDeps, 'settings'>

const NO_ONE_CHANGED: SiteSettings = { ...DEFAULT_SETTINGS, version: 0, logoPath: '', texts: [] }

/** The rules for a write that they may forbid. @throws UpstreamError 'unavailable' where they could never be read */
export const settingsOf = async ({ settings }: Deps): Promise<SiteSettings> =>
  settings ? settings.known() : NO_ONE_CHANGED

/** Words of a person by the names of their fields. A list, or a text with commas, is words. */
type Texts = Readonly<Record<string, string | readonly string[] | undefined>>

/** @throws InputError for words that staff have blocked; they themselves may write them */
export async function assertAllowedWords(deps: Deps & { actor?: Actor }, texts: Texts): Promise<void> {
  if (deps.actor?.role === 'staff') return
  const { words } = await settingsOf(deps)
  for (const [name, text] of Object.entries(texts)) {
    if (text === undefined || !blockedIn(words, [text].flat().join(' '))) continue
    throw fieldError(name, `${name} has a word that is blocked here`)
  }
}

/** @throws AppError 'forbidden' where staff alone upload */
export async function assertMayUpload(deps: Deps, { role }: Actor): Promise<void> {
  const { uploads } = await settingsOf(deps)
  if (uploads === 'staff' && role !== 'staff') throw new AppError('forbidden', 'Staff alone upload here')
}

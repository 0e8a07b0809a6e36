import * as v from 'valibot'
import { mustBeOneOf } from '../choices.ts'
import { FilledText } from '../vocabulary.ts'

/** Where an old id is from: another service, or what stood here before. */
export const REDIRECT_SOURCES = ['giphy', 'tenor', 'klipy', 'own'] as const

export type RedirectSource = (typeof REDIRECT_SOURCES)[number]

/** An item as another service named it. */
export type OldItem = { source: RedirectSource; old_id: string }

const OLD_ID = /^[\w-]{1,120}$/
const REDIRECT_ID = /^(giphy|tenor|klipy|own)-([\w-]{1,120})$/

export const isOldId = (text: string): boolean => OLD_ID.test(text)

/** What a redirect's id says; `undefined` for another id. */
export function readRedirectId(id: string): OldItem | undefined {
  const [, source, old_id] = REDIRECT_ID.exec(id) ?? []
  return source && old_id ? { source: source as RedirectSource, old_id } : undefined
}

/** How many redirects one call adds at most, and how many there are in all. */
export const REDIRECTS = { atOnce: 100, max: 250_000 } as const

export const RedirectId = v.pipe(v.string(), v.regex(REDIRECT_ID, 'must be like giphy-abc123'))

const SOURCE_MESSAGE = `source ${mustBeOneOf(REDIRECT_SOURCES)}`

/** A redirect as it is asked for. `to` is an item's id or slug, or the SHA-256 of its file. */
export const NewRedirect = v.strictObject({
  source: v.picklist(REDIRECT_SOURCES, SOURCE_MESSAGE),
  old_id: v.pipe(
    v.string('old_id must be a text'),
    v.regex(OLD_ID, 'old_id must be made of up to 120 letters, digits, - and _'),
  ),
  to: v.pipe(
    v.string('to must be a text'),
    v.regex(/^[\w-]{1,200}$/, 'to must be an id or slug, or the SHA-256 of a file'),
  ),
})
export type NewRedirect = v.InferOutput<typeof NewRedirect>

/** What became of a redirect: added, known already, taken by another item, to none of our items, or without room. */
const REDIRECT_STATES = ['added', 'known', 'taken', 'no-item', 'full'] as const

const source = v.picklist(REDIRECT_SOURCES)

/** `gif`: the item that the old id leads to now; '' for none. */
export const OwnRedirected = v.strictObject({
  id: FilledText,
  source,
  old_id: FilledText,
  gif: v.string(),
  state: v.picklist(REDIRECT_STATES),
})
export type Redirected = v.InferOutput<typeof OwnRedirected>

export const OwnRedirect = v.strictObject({
  id: FilledText,
  source,
  old_id: FilledText,
  gif: FilledText,
  created_at: v.string(),
})

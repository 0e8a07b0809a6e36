import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { IMPORT_FIELDS, NO_OWNER } from '../../shared/calls/site/own-gifs.ts'
import { ConflictError, ForbiddenError } from '../../shared/errors.ts'
import { readLanguageTags } from '../../shared/language-tags.ts'
import type { SignedInActor } from '../../shared/server/origin.ts'
import { auditRow, personNamed } from '../site/actor.ts'
import { assertTranslations } from '../site/gif-pages/language-tags.ts'
import type { UploadFields } from './new-item.ts'

/** Whose a new item becomes, and the notes of it where that is someone else. */
export type Import = { owner: string | null; audit: (id: string) => D1PreparedStatement[] }

/**
 * Lets through what an upload says of its item beyond its words: staff alone say it.
 * @throws ForbiddenError; InputError for an unknown person, and for tags that
 * translate others than the item has; ConflictError for an id that an item has
 */
export async function permitImport(
  d1: D1Database,
  actor: SignedInActor,
  fields: UploadFields,
): Promise<Import> {
  assertTranslations(readLanguageTags(fields.language_tags), fields.tags ?? [])
  const own: Import = { owner: actor.id, audit: () => [] }
  const given = Object.keys(IMPORT_FIELDS).filter(
    (name) => fields[name as keyof typeof IMPORT_FIELDS] !== undefined,
  )
  if (given.length === 0) return own
  assertStaff(actor, given)
  const { gif_id: id, owner: username } = fields
  if (id !== undefined && (await d1.prepare('SELECT 1 FROM gifs WHERE id = ?1').bind(id).first()))
    throw new ConflictError('There is an item with this id already, of another file', { gif_id: 'is taken' })
  if (username === undefined) return own
  const owner = await ownerNamed(d1, username)
  if (owner === actor.id) return own
  const act = { action: 'gif.create', reason: `for ${username}`, nowMs: Date.now() }
  return { owner, audit: (gif) => [auditRow(d1, actor, { ...act, target: `gif/${gif}` })] }
}

/** The id of a person by their username; null for no one's. @throws InputError for an unknown one */
export const ownerNamed = async (d1: D1Database, username: string): Promise<string | null> =>
  username === NO_OWNER ? null : (await personNamed(d1, 'owner', username)).id

/** A token without the scope `moderate` has no rights of staff. @throws ForbiddenError */
export function assertStaff({ role }: SignedInActor, given: readonly string[]): void {
  if (role === 'staff') return
  throw new ForbiddenError(
    `Only staff say ${given.join(', ')} of an item`,
    Object.fromEntries(given.map((name) => [name, 'is for staff'])),
  )
}

import type { D1Database } from '@cloudflare/workers-types'
import { InputError } from '../../../shared/errors.ts'
import { CHANNEL_SLUG } from '../../../shared/schema/site-records.ts'
import { newId } from '../../people/secrets.ts'

const MAX_CHARS = 50

const refuse = (message: string) => new InputError(`slug ${message}`, { slug: `slug ${message}` })

// ?1 slug, ?2 who has it, ?3 the channel it is for. A channel and a user of one name would share a page.
const IS_TAKEN = `
  SELECT EXISTS (SELECT 1 FROM users WHERE username = ?1 AND id IS NOT ?2)
      OR EXISTS (SELECT 1 FROM channels WHERE slug = ?1 AND id IS NOT ?3) AS taken`

type For = { user_id: string | null; id: number | null }

const isTaken = async (d1: D1Database, slug: string, { user_id, id }: For) =>
  (await d1.prepare(IS_TAKEN).bind(slug, user_id, id).first('taken')) === 1

/** @throws InputError for a slug that is no name, or taken */
export async function assertSlug(d1: D1Database, slug: string, channel: For): Promise<void> {
  if (!CHANNEL_SLUG.test(slug)) throw refuse('must be letters, digits and dashes, with a letter among them')
  if (await isTaken(d1, slug, channel)) throw refuse('is taken')
}

/** A slug that nobody has, from a channel's name. */
export async function newSlug(d1: D1Database, name: string, user_id: string): Promise<string> {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[a-z0-9]+/g) ?? []
  const base = words.join('-').slice(0, MAX_CHARS)
  if (CHANNEL_SLUG.test(base) && !(await isTaken(d1, base, { user_id, id: null }))) return base
  return `${base || 'channel'}-${newId().slice(0, 8)}`
}

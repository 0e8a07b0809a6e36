import * as v from 'valibot'
import type { gatewayCalls, SeenStory } from '../../../shared/calls/gateway.ts'
import { AppError, fieldError } from '../../../shared/errors.ts'
import { StorySchema } from '../../../shared/schema/site-records.ts'
import { equal } from '../../sql.ts'
import { titleSlug } from '../../uploads/item-row.ts'
import { newItemId } from '../../uploads/new-item.ts'
import { type GatewayRequest, momentOf, NEVER, publicGifs } from '../gateway-request.ts'
import { type StoryRow, storiesJson } from './stories.ts'

type StoryInput = v.InferOutput<typeof gatewayCalls.createStory.input>

/** T34: the columns that a story's owner writes. */
export const FIELDS = ['slug', 'title', 'caption', 'tags', 'gifs', 'cover_gif', 'publish_at'] as const
export type StoryFields = Partial<Pick<StoryRow, (typeof FIELDS)[number]>>

/**
 * The columns that a request names; those that it leaves out stay as they are. `publish_datetime` null takes a story back.
 * @param owner the name of whose story it is
 * @throws InputError for another's name, a GIF that is not shown, or an invalid time
 */
export async function storyFields(
  request: GatewayRequest,
  { username, publish_datetime, tags, cover_gif, gifs, ...words }: StoryInput,
  owner: string,
): Promise<StoryFields> {
  if (username !== undefined && username.toLowerCase() !== owner.toLowerCase()) {
    throw fieldError('username', 'username must be the name of whose story it is')
  }
  const publish_at =
    publish_datetime === null ? NEVER : publish_datetime && momentOf(publish_datetime, 'publish_datetime')
  await assertShown(request, { cover_gif, gifs })
  const fields = {
    ...words,
    publish_at,
    tags: tags && wordsOf(tags),
    cover_gif,
    gifs: gifs && [...new Set(gifs)],
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

async function assertShown(
  request: GatewayRequest,
  { cover_gif, gifs = [] }: Pick<StoryInput, 'cover_gif' | 'gifs'>,
): Promise<void> {
  const ids = cover_gif === undefined ? gifs : [cover_gif, ...gifs]
  if (ids.length === 0) return
  const shown = await publicGifs(request, ids)
  const missing = (id: string) => !shown.has(id)
  if (gifs.some(missing)) throw fieldError('gifs', `gifs has an id that no GIF has: ${gifs.find(missing)}`)
  if (cover_gif !== undefined && missing(cover_gif))
    throw fieldError('cover_gif', 'cover_gif is the id of no GIF')
}

export const changedMeanwhile = () =>
  new AppError('conflict', 'Someone else has changed this story meanwhile')

/** The columns that a field shows: without a cover a story has its first GIF's. */
const SHOWN = {
  slug: ['slug'],
  title: ['title'],
  caption: ['caption'],
  publish_datetime: ['publish_at'],
  tags: ['tags'],
  cover_gif: ['cover_gif', 'gifs'],
  gifs: ['gifs'],
} as const satisfies Record<keyof SeenStory, readonly (keyof StoryRow)[]>

/** The conditions of a write: a story is as the user saw it. @throws AppError 'conflict' where it has changed already */
export async function asSeen(request: GatewayRequest, row: StoryRow, was: SeenStory) {
  // As clients read it: GIFs that are gone are left out.
  const [json] = await storiesJson(request, [row], 'all')
  const { cover_gif, gifs, ...words } = v.parse(StorySchema, json)
  const now = { ...words, cover_gif: cover_gif?.id ?? '', gifs: gifs.map(({ id }) => id) }
  const names = Object.keys(was) as (keyof SeenStory)[]
  if (names.some((name) => JSON.stringify(now[name]) !== JSON.stringify(was[name]))) throw changedMeanwhile()
  return equal([...new Set(names.flatMap((name) => SHOWN[name]))], row)
}

const wordsOf = (tags: string | string[]): string[] => {
  const words = [tags].flat().flatMap((each) => each.split(','))
  return [...new Set(words.map((word) => word.trim()).filter(Boolean))]
}

// An address has at most 64 characters (`RecordId`), 12 of them the id's.
const SLUG_WORDS = 50

/** The id of a new story, and its address. Without an address in the input it is the title with the id, so it is unique. */
export function newAddress(title: string, slug?: string): { id: string; slug: string } {
  const id = newItemId()
  return { id, slug: slug ?? `${titleSlug(title).slice(0, SLUG_WORDS)}-${id}` }
}

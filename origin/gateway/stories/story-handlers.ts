import { ConflictError, fieldError } from '../../../shared/errors.ts'
import { PARTNER_STORIES_LIMIT } from '../../../shared/limits.ts'
import { sha256Hex } from '../../../shared/net/bytes.ts'
import { hasRoom, spend, throwRefusal } from '../../bounds.ts'
import { assertCan, can, type PermittedAct, permit, shownUser, type Writing } from '../../site/actor.ts'
import { equal, foundRows, isUnique } from '../../sql.ts'
import { type GatewayHandlers, type GatewayRequest, momentOf, NEVER } from '../gateway-request.ts'
import {
  FIRST_PLACE,
  findStoryRow,
  type Hydration,
  isStoryPublished,
  madeStory,
  partnerStories,
  personByName,
  type StoryPlace,
  StoryRow,
  storiesJson,
  userStories,
} from './stories.ts'
import {
  asSeen,
  changedMeanwhile,
  FIELDS,
  newAddress,
  type StoryFields,
  storyFields,
} from './story-fields.ts'

/** Stories of a page, by default and at most. */
const PAGE = { default: 25, max: 50 } as const
/** GIFs of a page: it ends before the story that has more of them than are left. No story has more (`MAX_GIFS`). */
const PAGE_GIFS = 200

const ownedOf = (row: StoryRow | undefined, nowMs: number) =>
  row && { ...row, isHidden: !isStoryPublished(row, nowMs) }

/** A story that the caller may see. @throws AppError 'not-found' (T35) */
function seen({ actor, nowMs }: GatewayRequest, row: StoryRow | undefined): StoryRow {
  assertCan(actor, 'see', ownedOf(row, nowMs))
  return row as StoryRow
}

/** A story that the caller may write, and the note of it (`permit`). @throws AppError 'not-found', 'forbidden' (T35) */
async function permitStory(
  request: GatewayRequest,
  id: string,
  does: Writing,
  act: Omit<PermittedAct, 'target'>,
) {
  const found = ownedOf(await findStoryRow(request.d1, 'id', id), request.nowMs)
  return permit(request, does, found, { ...act, target: `story/${id}` })
}

async function storyJson(request: GatewayRequest, row: StoryRow) {
  const [body] = await storiesJson(request, [row], 'all')
  return { body }
}

// One statement, so that two at once get past neither the bound nor each other. What is there already stays.
const CREATE = `
  INSERT INTO stories (id, slug, user_id, title, caption, tags, gifs, cover_gif, publish_at, made_from, created_at, updated_at)
  SELECT ?1, ?2, id, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?11
    FROM users WHERE id = ?3 AND ${hasRoom('stories', '?3')}
      ON CONFLICT DO NOTHING`

/** Writes a story, or finds the one that the same request has made. @throws AppError 'conflict' */
async function create({ d1, nowMs }: GatewayRequest, userId: string, fields: StoryFields): Promise<StoryRow> {
  const { title = '', caption = '', tags = [], gifs = [], cover_gif = '', publish_at = NEVER } = fields
  const { id, slug } = newAddress(title, fields.slug)
  const madeFrom = await sha256Hex(
    JSON.stringify([fields.slug, title, caption, tags, gifs, cover_gif, publish_at]),
  )
  const lists = [JSON.stringify(tags), JSON.stringify(gifs)]
  const at = new Date(nowMs).toISOString()
  const [, , made] = await d1.batch([
    d1.prepare(CREATE).bind(id, slug, userId, title, caption, ...lists, cover_gif, publish_at, madeFrom, at),
    spend(d1, 'stories', userId),
    madeStory(d1, userId, madeFrom),
  ])
  const [row] = foundRows(StoryRow, made)
  if (row) return row
  await assertSlugIsFree(d1, fields)
  return throwRefusal(d1, 'stories', userId)
}

/** @throws AppError 'conflict' for the address of another story */
async function assertSlugIsFree(d1: GatewayRequest['d1'], { slug }: StoryFields, id?: string): Promise<void> {
  const row = slug === undefined ? undefined : await findStoryRow(d1, 'slug', slug)
  if (row && row.id !== id) throw slugIsTaken()
}

const slugIsTaken = () => {
  const message = 'Another story has this slug'
  return new ConflictError(message, { slug: message })
}

const placeText = ({ publish_at, num }: StoryPlace) => `${publish_at}.${num}`

/** @throws InputError for a cursor that no page has given */
function placeOf(cursor: string | undefined): StoryPlace {
  if (cursor === undefined) return FIRST_PLACE
  const [, publish_at, num] = /^(\d{4}-\d\d-\d\dT[\d:.]{12}Z)\.(\d{1,15})$/.exec(cursor) ?? []
  if (publish_at !== undefined) return { publish_at, num: Number(num) }
  throw fieldError('next_cursor', 'next_cursor must be one that a page of stories has given')
}

const within = (limit: number | undefined, { default: usual, max }: { default: number; max: number }) =>
  Math.min(Math.max(limit ?? usual, 1), max)

/** The rows from the first on whose GIFs a page has place for. */
function fitting(rows: readonly StoryRow[], hydration: Hydration): readonly StoryRow[] {
  if (hydration === 'cover') return rows
  let count = 0
  return rows.filter(({ gifs }) => {
    count += gifs.length
    return count <= PAGE_GIFS
  })
}

/** §7 Stories: of the person who made them. What is not published is there for them, moderators and staff. */
export const storyHandlers = {
  async story(request, { id }) {
    return storyJson(request, seen(request, await findStoryRow(request.d1, 'id', id)))
  },

  async storyBySlug(request, { slug }) {
    return storyJson(request, seen(request, await findStoryRow(request.d1, 'slug', slug)))
  },

  async userStories(request, { username, fetch_unpublished, limit, next_cursor, gif_hydration_method }) {
    const { d1, actor, nowMs } = request
    const after = placeOf(next_cursor)
    const owner = await personByName(d1, username)
    if (owner === null) return { body: { results: [], next_cursor: '' } }
    const seesAll = fetch_unpublished === true && can(actor, 'see', { user_id: owner, isHidden: true })
    const until = seesAll ? NEVER : new Date(nowMs).toISOString()
    const hydration = gif_hydration_method === 'cover_only' ? 'cover' : 'all'
    const wanted = within(limit, PAGE)
    const rows = await userStories(d1, owner, { until, after, limit: wanted + 1 })
    const page = fitting(rows.slice(0, wanted), hydration)
    const last = page.at(-1)
    const results = await storiesJson(request, page, hydration)
    return { body: { results, next_cursor: last && page.length < rows.length ? placeText(last) : '' } }
  },

  // For a row of tiles: each story's own call has its GIFs.
  async partnerArtistStories(request, { limit, since, until }) {
    const now = new Date(request.nowMs).toISOString()
    const [end = now] = [until === undefined ? now : momentOf(until, 'until'), now].sort()
    const rows = await partnerStories(request.d1, {
      since: since === undefined ? '' : momentOf(since, 'since'),
      until: end,
      limit: within(limit, { default: PARTNER_STORIES_LIMIT, max: PARTNER_STORIES_LIMIT }),
    })
    return { body: { results: await storiesJson(request, rows, 'cover') } }
  },

  async createStory(request, input) {
    const { id, username } = await shownUser(request.d1, request.actor, 'self')
    const fields = await storyFields(request, input, username)
    return storyJson(request, await create(request, id, fields))
  },

  async updateStory(request, { id, was, ...input }) {
    const { d1, nowMs } = request
    const act = { action: 'story.update', ifChanged: true }
    const { row, audit } = await permitStory(request, id, 'edit', act)
    const still = was ? await asSeen(request, row, was) : { terms: [], values: [] }
    const fields = await storyFields(request, input, row.user?.username ?? '')
    await assertSlugIsFree(d1, fields, id)
    const set = equal(FIELDS, fields)
    const change = `
      UPDATE stories SET ${['made_from = NULL', 'updated_at = ?', ...set.terms].join(', ')}
       WHERE ${['id = ?', ...still.terms].join(' AND ')}`
    const values = [new Date(nowMs).toISOString(), ...set.values, id, ...still.values]
    // Another may have taken the slug since it was looked up.
    const [written] = await d1.batch([d1.prepare(change).bind(...values), ...audit]).catch((error) => {
      throw isUnique(error) ? slugIsTaken() : error
    })
    if (written?.meta.changes === 0) throw changedMeanwhile()
    return storyJson(request, { ...row, ...fields })
  },

  async deleteStory(request, { id }) {
    const { d1 } = request
    const { audit } = await permitStory(request, id, 'delete', { action: 'story.delete', ofOwner: true })
    await d1.batch([d1.prepare('DELETE FROM stories WHERE id = ?1').bind(id), ...audit])
    return {}
  },
} satisfies GatewayHandlers

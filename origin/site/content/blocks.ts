import * as v from 'valibot'
import { AppError, fieldError } from '../../../shared/errors.ts'
import { BLOCK_KINDS, type OwnBlock } from '../../../shared/schema/own/channels.ts'
import { VISITOR } from '../../../shared/server/origin.ts'
import { findRow, findRows, foundRows, json } from '../../sql.ts'
import { auditIfChanged, personOf } from '../actor.ts'
import { channelsJson, readChannels, shownGifs } from '../channels/channels.ts'
import type { SiteHandlers, SiteRequest } from '../site-handlers.ts'

/** How many blocks there are at most. */
const MAX_BLOCKS = 200

const Block = v.object({
  id: v.pipe(v.number(), v.transform(String)),
  token: v.string(),
  kind: v.picklist(BLOCK_KINDS),
  title: v.string(),
  body: v.string(),
  items: json(v.array(v.string())),
  updated_at: v.string(),
})
type Block = v.InferOutput<typeof Block>

const COLUMNS = 'SELECT id, token, kind, title, body, items, updated_at FROM content_blocks'
const LIST = `${COLUMNS} ORDER BY updated_at DESC, id LIMIT ${MAX_BLOCKS}`
const FIND = `${COLUMNS} WHERE token = ?1`

/** A block by its token. */
const findBlock = (d1: SiteRequest['d1'], token: string): Promise<Block | undefined> =>
  findRow(Block, d1.prepare(FIND).bind(token))

type Deps = SiteRequest

/** What everyone sees: a response may be kept by caches. */
const asVisitor = (deps: Deps): Deps => ({ ...deps, actor: VISITOR })

/** The items that everyone may see, in their order. */
async function shownItems(deps: Deps, { kind, items }: Pick<Block, 'kind' | 'items'>) {
  if (items.length === 0) return []
  if (kind === 'gifs') return shownGifs(asVisitor(deps), items)
  if (kind !== 'channels') return items
  const ids = JSON.stringify(items.map(Number))
  return channelsJson(asVisitor(deps), await readChannels(deps.d1, { actor: VISITOR }, 'ids', ids))
}

async function blockJson(deps: Deps, block: Block): Promise<v.InferOutput<typeof OwnBlock>> {
  return { ...block, item_count: block.items.length, items: await shownItems(deps, block) }
}

const noSuchBlock = () => new AppError('not-found', 'There is no such block')

const ITEM = { gifs: /^[\w-]{1,64}$/, channels: /^\d{1,15}$/, searches: /^[^\p{Cc},]{1,100}$/u } as const

/** @throws InputError for an item that is not of its kind, or that is not shown */
async function assertItems(deps: Deps, { kind, items }: Pick<Block, 'kind' | 'items'>): Promise<void> {
  if (items.length === 0) return
  if (kind === 'text') throw fieldError('items', 'items must be empty in a text')
  const wrong = items.find((item) => !ITEM[kind].test(item))
  if (wrong !== undefined)
    throw fieldError('items', `items has an entry that is not valid for ${kind}: ${wrong}`)
  if ((await shownItems(deps, { kind, items })).length < items.length) {
    throw fieldError(
      'items',
      `items has an id that no ${kind === 'gifs' ? 'GIF' : 'channel'} has, or one that is hidden`,
    )
  }
}

const WRITE = `
  INSERT INTO content_blocks (token, kind, title, body, items, updated_at)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6
   WHERE EXISTS (SELECT 1 FROM content_blocks WHERE token = ?1) OR (SELECT count(*) FROM content_blocks) < ?7
      ON CONFLICT (token) DO UPDATE
     SET kind = excluded.kind, title = excluded.title, body = excluded.body, items = excluded.items,
         updated_at = excluded.updated_at
   WHERE (kind, title, body, items) IS NOT (excluded.kind, excluded.title, excluded.body, excluded.items)`

/** §7 Content blocks, and how staff fill them. */
export const blockHandlers = {
  async contentBlocks({ d1 }) {
    const results = (await findRows(Block, d1.prepare(LIST))).map((block) => ({
      ...block,
      item_count: block.items.length,
    }))
    return { body: { results, count: results.length } }
  },

  async contentBlock(deps, { token }) {
    const block = await findBlock(deps.d1, token)
    if (!block) throw noSuchBlock()
    return { body: await blockJson(deps, block) }
  },

  async putContentBlock(deps, { token, kind, title, body, items: given }) {
    const { d1, actor, nowMs } = deps
    const items = [...new Set(given)]
    await assertItems(deps, { kind, items })
    const fields = [kind, title, body, JSON.stringify(items)] as const
    const at = new Date(nowMs).toISOString()
    const [, , found] = await d1.batch([
      d1.prepare(WRITE).bind(token, ...fields, at, MAX_BLOCKS),
      auditIfChanged(d1, personOf(actor), { action: 'block.update', target: `block/${token}`, nowMs }),
      d1.prepare(FIND).bind(token),
    ])
    const [block] = foundRows(Block, found)
    if (!block) throw new AppError('conflict', `There are ${MAX_BLOCKS} blocks already: delete one first`)
    return { body: await blockJson(deps, block) }
  },

  async deleteContentBlock({ d1, actor, nowMs }, { token }) {
    const [gone] = await d1.batch([
      d1.prepare('DELETE FROM content_blocks WHERE token = ?1').bind(token),
      auditIfChanged(d1, personOf(actor), { action: 'block.delete', target: `block/${token}`, nowMs }),
    ])
    if (!gone?.meta.changes) throw noSuchBlock()
    return {}
  },
} satisfies SiteHandlers

import { Badge, Skeleton } from '@mantine/core'
import { AppError } from '../../../shared/errors.ts'
import { pictureUrl } from '../../../shared/picture/renditions.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import type { LibraryItem, SeenItem } from '../../../shared/schema/own/items.ts'
import { client, usePage } from '../admin.tsx'
import { pick } from '../parts/form.tsx'
import { useItem } from '../parts/items.tsx'

/** The item as it is now; undefined for one that is gone. */
export const readItem = async (
  id: string,
  reading?: { signal: AbortSignal },
): Promise<LibraryItem | undefined> => (await client.allGifs({ gif: id }, reading))?.results[0]

/** Takes an item down for a reason, and mails its owner. */
export const takeDown = (id: string, reason: string) =>
  client.takedown({ takedowns: [{ gif_id: id, reason }], send_email: true })

/** Brings an item back that was taken down. @throws AppError 'not-found' where it is not taken down any more */
export async function restoreItem(id: string): Promise<void> {
  const list = await client.takedowns({ q: id, state: 'removed' })
  const row = list?.results.find(({ gif_id }) => gif_id === id)
  if (!row) throw new AppError('not-found', 'This item is not taken down any more')
  await client.restoreTakedown({ id: String(row.id) })
}

/** Hides an item, or shows it again. */
export const hideItem = (id: string, isHidden: boolean) =>
  client.updateGif({ gif_id: id, key: 'is_hidden', value: String(isHidden) })

/** Changes fields that are still as `was` has them: else it is a conflict. */
export const editItem = (id: string, { type, ...fields }: SeenItem, was: SeenItem) =>
  client.editGif({ id, ...fields, ...(type && type !== 'video' && { type }), was: JSON.stringify(was) })

/** What is typed as a username. */
export const cleanName = (text: string) => text.replace(/[^\w.-]/g, '')

/** Gives an item to another person, by their username. */
export const giveTo = (id: string, owner: string) => client.editGif({ id, owner })

/** Changes an item as a bulk does. What has failed can be sent again: hiding first, as that may be repeated. */
export async function writeFields(item: LibraryItem, fields: BulkFields): Promise<void> {
  const { is_hidden, ...words } = fields
  if (is_hidden !== undefined) await hideItem(item.id, is_hidden)
  if (Object.keys(words).length > 0) await editItem(item.id, words, fieldsNow(item, words))
}

/** Who sees an item, and whether its sizes are there. */
export function States({ item: { is_hidden, is_indexable, state } }: { item: LibraryItem }) {
  const { texts } = usePage('library')
  const isMaking = state === 'queued' || state === 'working'
  const all = [
    is_hidden && { text: texts.hidden, color: 'gray', variant: 'light' },
    !is_hidden && !is_indexable && { text: texts.unlisted, color: 'gray', variant: 'light' },
    state === 'failed' && { text: texts.failed, color: 'red', variant: 'filled' },
    isMaking && { text: texts.making, color: 'violet', variant: 'light' },
  ].filter((each) => each !== false)
  if (all.length === 0) return null
  return (
    <span className="admin-actions">
      {all.map(({ text, color, variant }) => (
        <Badge key={text} variant={variant} color={color} tt="none">
          {text}
        </Badge>
      ))}
    </span>
  )
}

/** An item as it plays, and all of its renditions once they are wanted. */
export function Sizes({ item: { id, alt_text, title } }: { item: LibraryItem }) {
  const { texts } = usePage('library')
  const { data, isPending } = useItem(id)
  const sizes = Object.entries(data?.images ?? {}).flatMap(([name, size]) => (size ? [{ name, size }] : []))
  const { original } = data?.images ?? {}
  return (
    <div className="admin-media">
      {isPending && <Skeleton height={200} />}
      {!isPending && sizes.length === 0 && <p className="admin-soft">{texts.noSizes}</p>}
      {original && (
        <div className="admin-original">
          <Picture size={original} alt={alt_text || title} />
        </div>
      )}
      {sizes.length > 0 && (
        <details className="admin-fold">
          <summary>
            {texts.sizes} ({sizes.length})
          </summary>
          <ul className="admin-sizes">
            {sizes.map(({ name, size }) => (
              <li key={name}>
                <Picture size={size} alt="" />
                {/* Long names break behind their parts. */}
                <code>{name.replaceAll('_', '_\u200b')}</code>
                <span className="admin-soft">
                  {size.width} × {size.height}
                </span>
                <Files size={size} name={name} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

type Size = NonNullable<Gif['images'][string]>

function Picture({ size, alt }: { size: Size; alt: string }) {
  const picture = pictureUrl(size)
  return picture ? (
    <img src={picture} alt={alt} loading="lazy" decoding="async" />
  ) : (
    <video src={size.mp4} aria-label={alt} autoPlay loop muted playsInline preload="metadata" />
  )
}

/** The files of one size, by format. */
function Files({ size, name }: { size: Size; name: string }) {
  const files = [...new Set([size.url, size.avif, size.webp, size.mp4])].filter(Boolean)
  return (
    <span className="admin-actions">
      {files.map((url) => (
        <a key={url} href={url} target="_blank" rel="noopener" aria-label={`${name}, ${formatOf(url)}`}>
          {formatOf(url)}
        </a>
      ))}
    </span>
  )
}

const formatOf = (url: string) => URL.parse(url)?.pathname.split('.').at(-1)?.toUpperCase()

const BULK = ['rating', 'tags', 'is_hidden', 'is_indexable'] as const

/** What a bulk changes of an item. */
export type BulkFields = Partial<Pick<LibraryItem, (typeof BULK)[number]>>

/** Who sees an item, as a bulk changes it. A hidden item keeps whether it is listed. */
export const STEPS = {
  hide: { is_hidden: true },
  show: { is_hidden: false },
  unlist: { is_indexable: false },
  list: { is_indexable: true },
} as const
export type VisibilityStep = keyof typeof STEPS

/** What is to be changed; an empty field leaves as it is. */
export type Wish = {
  rating: LibraryItem['rating'] | ''
  add: readonly string[]
  remove: readonly string[]
  step: VisibilityStep | ''
}

/** Tags as they are typed: joined by commas, each once. */
export const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
]

const has = (tags: readonly string[], tag: string) =>
  tags.some((each) => each.toLowerCase() === tag.toLowerCase())

/** The fields of an item that a wish changes; none where it is so already. */
export function wishedFields(item: LibraryItem, { rating, add, remove, step }: Wish): BulkFields {
  const kept = item.tags.filter((tag) => !has(remove, tag))
  const tags = [...kept, ...add.filter((tag) => !has(kept, tag))]
  const wished: BulkFields = { ...(rating && { rating }), tags, ...(step && STEPS[step]) }
  return pick(
    wished,
    BULK.filter((name) => name in wished && String(wished[name]) !== String(item[name])),
  )
}

/** The same fields as the item has them now: what takes a change of them back. */
export const fieldsNow = (item: LibraryItem, fields: BulkFields): BulkFields =>
  pick(
    item,
    BULK.filter((name) => name in fields),
  )

import { createLru, type LruBounds } from '../memory/lru.ts'

const encoder = new TextEncoder()

/**
 * Marks the spots of a rendered page where each request inserts its tracking query. HTML escapes leave it alone, and no
 * title or name contains it: the schema removes its first character from texts (`shared/schema/text.ts`).
 */
export const TRACKING_SLOT = '\u0091slot'

/** A rendered part of a page as bytes, split at its slots. */
export type RenderedPart = readonly Uint8Array[]

/** Splits a part at its slots once, so that each request only joins it (`docs/measurements.md`, M31). */
export const splitAtSlots = (text: string): RenderedPart =>
  text.split(TRACKING_SLOT).map((piece) => encoder.encode(piece))

/** The part with more bytes after it, which have no slots and are not encoded again. */
export const appendBytes = (part: RenderedPart, ...tail: Uint8Array[]): RenderedPart => [
  ...part.slice(0, -1),
  joined([...part.slice(-1), ...tail]),
]

/** The part with a text in each of its slots. */
export function fillSlots(part: RenderedPart, text: string): Uint8Array<ArrayBuffer> {
  const inserted = encoder.encode(text)
  return joined(part.flatMap((piece, at) => (at > 0 ? [inserted, piece] : [piece])))
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const piece of pieces) {
    bytes.set(piece, end)
    end += piece.length
  }
  return bytes
}

/** A widget's rendered page. It depends on checked input, and on data that every visitor may see. */
export type RenderedWidget = { styleHash: string; head: RenderedPart; rest?: RenderedPart }

/** The bounds of rendered pages in an isolate (`docs/threats.md`). */
const WIDGETS = { entries: 100, bytes: 6_000_000, bytesEach: 500_000 } as const
const EMBEDS = { entries: 250, bytes: 6_000_000, bytesEach: 100_000 } as const

const bytesOf = (part: RenderedPart = []) => part.reduce((sum, { length }) => sum + length, 0)

/** Stores rendered pages with the data they were rendered from: a key with other data is a miss. */
function createPageMemo<Page>(bounds: LruBounds, sizeOf: (page: Page) => number) {
  const pages = createLru<{ data: object; page: Page }>(bounds, ({ page }) => sizeOf(page))
  return {
    get(key: string, data: object): Page | undefined {
      const entry = pages.get(key)
      return entry?.data === data ? entry.page : undefined
    },
    set: (key: string, data: object, page: Page) => pages.set(key, { data, page }),
  }
}

/** An embed's rendered page, split at its slots, with the headers that depend on the page alone. */
export type RenderedEmbed = { pieces: readonly string[]; headers: Readonly<Record<string, string>> }

export const createWidgetMemo = () =>
  createPageMemo<RenderedWidget>(WIDGETS, ({ head, rest }) => bytesOf(head) + bytesOf(rest))

export const createEmbedMemo = () =>
  createPageMemo<RenderedEmbed>(EMBEDS, ({ pieces }) => pieces.reduce((sum, { length }) => sum + length, 0))

export type WidgetMemo = ReturnType<typeof createWidgetMemo>
export type EmbedMemo = ReturnType<typeof createEmbedMemo>

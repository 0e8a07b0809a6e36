import { createLru, type LruBounds } from '../memory/lru.ts'

const encoder = new TextEncoder()

/**
 * Stands in a drawn page wherever each request puts its own text. Nothing escapes it, and no title or name holds it: its
 * first character is one that the schema takes out of them (`shared/schema/text.ts`).
 */
export const HOLE = '\u0091hole'

/** A drawn part of a page, cut at its holes, as bytes. */
export type DrawnPart = readonly Uint8Array[]

/** Cuts a part at its holes once, so that each request only joins it (`docs/measurements.md`, M31). */
export const cutPart = (text: string): DrawnPart => text.split(HOLE).map((piece) => encoder.encode(piece))

/** The part with more bytes behind it, which hold no hole and are not encoded anew. */
export const withTail = (part: DrawnPart, ...tail: Uint8Array[]): DrawnPart => [
  ...part.slice(0, -1),
  joined([...part.slice(-1), ...tail]),
]

/** The part with a text in each of its holes. */
export function fillPart(part: DrawnPart, text: string): Uint8Array<ArrayBuffer> {
  const filling = encoder.encode(text)
  return joined(part.flatMap((piece, at) => (at > 0 ? [filling, piece] : [piece])))
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

/** A widget's page as it is kept: made of nothing but checked input, and of data that every visitor may see. */
export type DrawnPage = { styleHash: string; head: DrawnPart; rest?: DrawnPart }

/** Memory for drawn pages, as an isolate may hold (`docs/threats.md`): few, and not for longer than their data. */
const WIDGETS = { entries: 100, bytes: 6_000_000, bytesEach: 500_000 } as const
const EMBEDS = { entries: 250, bytes: 6_000_000, bytesEach: 100_000 } as const

const bytesOf = (part: DrawnPart = []) => part.reduce((sum, { length }) => sum + length, 0)

/** Keeps drawn pages beside the data they were made from: other data of the same name makes another page. */
function createPageMemo<Page>(bounds: LruBounds, sizeOf: (page: Page) => number) {
  const pages = createLru<{ of: object; page: Page }>(bounds, ({ page }) => sizeOf(page))
  return {
    get(key: string, of: object): Page | undefined {
      const kept = pages.get(key)
      return kept?.of === of ? kept.page : undefined
    },
    set: (key: string, of: object, page: Page) => pages.set(key, { of, page }),
  }
}

/** An embed's page as it is kept: cut at its holes, with the headers that depend on the page alone. */
export type DrawnEmbed = { pieces: readonly string[]; headers: Readonly<Record<string, string>> }

export const createWidgetMemo = () =>
  createPageMemo<DrawnPage>(WIDGETS, ({ head, rest }) => bytesOf(head) + bytesOf(rest))

export const createEmbedMemo = () =>
  createPageMemo<DrawnEmbed>(EMBEDS, ({ pieces }) => pieces.reduce((sum, { length }) => sum + length, 0))

export type WidgetMemo = ReturnType<typeof createWidgetMemo>
export type EmbedMemo = ReturnType<typeof createEmbedMemo>

import { createLru } from '../cache/lru.ts'

const encoder = new TextEncoder()

/** Stands in a drawn page wherever each request puts its own text; made of what needs no escape anywhere. */
export const HOLE = 'loopframe-hole'

/** A drawn part of a page, cut at its holes, as bytes. */
export type DrawnPart = readonly Uint8Array[]

/** Cuts a part at its holes once, so that each request only joins it (`performance.md`, section 1). */
export const cutPart = (text: string): DrawnPart => text.split(HOLE).map((piece) => encoder.encode(piece))

/** The part with a text in each of its holes. */
export function fillPart(part: DrawnPart, text: string): Uint8Array<ArrayBuffer> {
  const filling = encoder.encode(text)
  const length = part.reduce((sum, piece) => sum + piece.length, (part.length - 1) * filling.length)
  const filled = new Uint8Array(length)
  let end = 0
  for (const [at, piece] of part.entries()) {
    if (at > 0) {
      filled.set(filling, end)
      end += filling.length
    }
    filled.set(piece, end)
    end += piece.length
  }
  return filled
}

/** A page as it is kept: made of nothing but checked input, and of data that every visitor may see. */
export type DrawnPage = { styleHash: string; head: DrawnPart; rest?: DrawnPart }

/** Memory for drawn pages, as an isolate may hold (`hardening.md`, caching): few, and not for longer than their data. */
const BOUNDS = { entries: 100, bytes: 6_000_000, bytesEach: 500_000 } as const

const bytesOf = (part: DrawnPart = []) => part.reduce((sum, { length }) => sum + length, 0)

/** Keeps drawn pages beside the data they were made from: other data of the same name makes another page. */
export function createPageMemo() {
  const pages = createLru<{ of: object; page: DrawnPage }>(
    BOUNDS,
    ({ page }) => bytesOf(page.head) + bytesOf(page.rest),
  )
  return {
    get(key: string, of: object): DrawnPage | undefined {
      const kept = pages.get(key)
      return kept?.of === of ? kept.page : undefined
    },
    set: (key: string, of: object, page: DrawnPage) => pages.set(key, { of, page }),
  }
}

export type PageMemo = ReturnType<typeof createPageMemo>

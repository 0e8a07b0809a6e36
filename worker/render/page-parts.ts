import type { KnownHeaders } from '../../shared/net/known-headers.ts'
import { pageMemo, TRACKING_SLOT } from './page-memo.ts'

const encoder = new TextEncoder()

/** A rendered part of a page as bytes, split at its slots. */
export type RenderedPart = readonly Uint8Array[]

const SLOT_BYTES = encoder.encode(TRACKING_SLOT)

/** Where the next slot begins, from an index on; -1 for none. */
function slotIn(bytes: Uint8Array, from: number): number {
  const [first = 0] = SLOT_BYTES
  let at = bytes.indexOf(first, from)
  while (at >= 0 && !SLOT_BYTES.every((byte, offset) => bytes[at + offset] === byte))
    at = bytes.indexOf(first, at + 1)
  return at
}

/** Encodes a part and splits it at its slots once, so that each request only joins it (`docs/measurements.md`, M31). */
export function splitAtSlots(text: string): RenderedPart {
  const bytes = encoder.encode(text)
  const pieces: Uint8Array[] = []
  let start = 0
  for (let at = slotIn(bytes, 0); at >= 0; at = slotIn(bytes, start)) {
    pieces.push(bytes.subarray(start, at))
    start = at + SLOT_BYTES.length
  }
  return [...pieces, bytes.subarray(start)]
}

/** The pieces of a part, with a text in each of its slots. */
export function fillSlots(part: RenderedPart, text: string): Uint8Array[] {
  const inserted = encoder.encode(text)
  return part.flatMap((piece, at) => (at > 0 ? [inserted, piece] : [piece]))
}

/** A widget's rendered page. It depends on checked input, and on data that every visitor may see. */
export type RenderedWidget = { headers: KnownHeaders; head: RenderedPart; rest?: RenderedPart }

export const widgetMemo = pageMemo<RenderedWidget>()

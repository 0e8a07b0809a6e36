import * as v from 'valibot'
import { providerCalls } from '../../shared/calls/provider.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import { saysListed } from './gone/gate.ts'

/** What a response says of an item. */
export type FoundGif = { gif: Gif | undefined; saysListed: boolean }

/** A provider that responds to an id with an empty list, or with something that has no id, does not have it. */
export function toGif(body: string): FoundGif {
  const raw = JSON.parse(body)
  const { data } = v.parse(providerCalls.gif.response, raw)
  return { gif: data, saysListed: !data || saysListed(raw.data) }
}

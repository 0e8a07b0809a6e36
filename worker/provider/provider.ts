import * as v from 'valibot'
import { type Call, parseInput } from '../../shared/calls/call.ts'
import { type CallResponse, type ProviderCallName, providerCalls } from '../../shared/calls/provider.ts'
import { noSuchGif } from '../../shared/errors.ts'
import { Lru } from '../memory.ts'
import type { Freshness, Input, Layer, ReadContext, Reply } from './layer.ts'
import { type Page, shiftOffsets } from './page.ts'
import { saysListed } from './visibility.ts'

/** A GIF, and whether it may be listed. */
type OneGif = { gif: NonNullable<CallResponse<'gif'>['data']>; isListed: boolean } & Pick<
  Reply,
  'made' | 'state' | 'age' | 'isPrivate'
>

/** The provider as the surfaces read it: its layers, and what code makes of their pages. */
export type Provider = Layer & {
  /** One GIF by its id. @throws AppError 'not-found' or 'removed' */
  gif(id: string, context: ReadContext): Promise<OneGif>
  /** A cached call's response as code reads it, parsed once per copy. `raw` is checked by the call's schema. */
  call<N extends ProviderCallName>(
    name: N,
    raw: Input,
    context: ReadContext,
  ): Promise<{ value: CallResponse<N> } & Freshness>
  /** What a function named `form` makes of the page that `read` gives: once per copy, and shared, so never changed. */
  parsed<T>(
    call: Call,
    input: Input,
    context: ReadContext,
    form: string,
    parse: (page: Page) => T,
  ): Promise<{ value: T; made: Reply['made'] } & Freshness>
}

/** A provider's layers with what code makes of their pages. */
export const createProvider = (layer: Layer): Provider => ({
  ...layer,

  async gif(id, context) {
    const found = await layer.read(providerCalls.gif, inputOf(id), context)
    const { made, state, age, isPrivate, isUnlisted } = found
    const { gif, isListed } = made.once('gif', () => toGif(found.body.page))
    // A provider that responds to an id with an empty list, or with something that has no id, does not have it.
    if (!gif) throw noSuchGif()
    return { gif, isListed: isListed && !isUnlisted, made, state, age, ...(isPrivate && { isPrivate }) }
  },

  async call<N extends ProviderCallName>(name: N, raw: Input, context: ReadContext) {
    const call: Call = providerCalls[name]
    const found = await layer.read(call, parseInput(call, raw), context)
    const { made, state, age, freshFor, listStart = 0 } = found
    // Code counts pages from 0.
    const toPage = () => shiftOffsets(found.body.page, -listStart)
    // The catalogue pairs a call with its response, which the compiler can't follow through a union.
    const parse = () => v.parse(call.response, toPage()) as CallResponse<N>
    return { value: made.once('response', parse), state, age, freshFor }
  },

  async parsed(call, input, context, form, parse) {
    const found = await layer.read(call, input, context)
    const { made, state, age, freshFor } = found
    return { value: made.once(form, () => parse(found.body.page)), made, state, age, freshFor }
  },
})

/** Inputs of the items that were read lately: what a read makes of its input is found by it. */
const inputs = new Lru<Input>({ entries: 500 })

function inputOf(id: string): Input {
  const known = inputs.get(id)
  if (known) return known
  const input = { id }
  inputs.set(id, input)
  return input
}

function toGif(page: Page) {
  const { data: gif } = v.parse(providerCalls.gif.response, page)
  return { gif, isListed: saysListed(page.data) }
}

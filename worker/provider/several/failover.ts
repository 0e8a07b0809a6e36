import * as v from 'valibot'
import type { Call } from '../../../shared/calls/call.ts'
import { parseInput } from '../../../shared/calls/parse-input.ts'
import { type CallResponse, type ProviderCallName, providerCalls } from '../../../shared/calls/provider.ts'
import { AppError, noSuchGif } from '../../../shared/errors.ts'
import { MAX_IDS } from '../../../shared/limits.ts'
import { placeInList, windowStart } from '../../../shared/list-window.ts'
import { createMade } from '../../memory/made.ts'
import type { Provider, ProviderResponse, ReadContext } from '../provider.ts'
import { inTurn } from './in-turn.ts'
import { type Mark, markedId, readMark } from './marks.ts'
import { type Dress, shownGif, shownText } from './shown.ts'
import { together } from './together.ts'

type Input = Record<string, unknown>

/** One of the providers, with its own cache, breaker and key; it knows its own ids alone. */
export type Member = { mark: Mark; provider: Provider }

/** A read of a member: the input in its own words, and where its list begins in ours. */
type Turn = Member & { input: Input; start: number }

/** Where a call names its item. */
const NAMES = ['gif_id', 'id'] as const

/**
 * Several providers as one, in their order. An item is its own provider's: its id says which. A list's first page is of the
 * first that does not fail, and its other pages are of the same.
 */
export function createFailover(members: readonly Member[]): Provider {
  const of = new Map(members.map((member) => [member.mark, member]))

  function memberOf(shown: string): { member: Member; id: string } {
    const found = readMark(shown)
    const member = found && of.get(found.mark)
    if (!member) throw noSuchGif()
    return { member, id: found.id }
  }

  /** Who may answer a call, in this order. @throws AppError 'not-found' for an item, or a page, of no provider */
  function turnsOf(input: Input): Turn[] {
    for (const name of NAMES) {
      const shown = input[name]
      if (typeof shown !== 'string') continue
      const { member, id } = memberOf(shown)
      return [{ ...member, input: { ...input, [name]: id }, start: 0 }]
    }
    const all = members.map((member, at) => ({ ...member, input, start: windowStart(at) }))
    const { offset = 0 } = input
    if (!offset) return all
    const place = placeInList(Number(offset))
    const turn = place && all[place.window]
    if (!turn) throw new AppError('not-found', 'There is no such page')
    return [{ ...turn, input: { ...input, offset: place.offset } }]
  }

  const byIds = (ids: readonly string[]): Map<Member, string[]> => {
    const groups = new Map<Member, string[]>()
    for (const shown of ids) {
      const found = readMark(shown)
      const member = found && of.get(found.mark)
      if (member) groups.set(member, [...(groups.get(member) ?? []), found.id])
    }
    return groups
  }

  async function readTurn(call: Call, turn: Turn, context: ReadContext): Promise<ProviderResponse> {
    const found = await turn.provider.read(call, turn.input, context)
    const text = new TextDecoder().decode(found.bytes)
    const shown = shownText(call, text, dressOf(turn, context))
    return shown === text ? found : { ...found, bytes: new TextEncoder().encode(shown) }
  }

  /** Items by their ids, of all their providers at once. What one that fails has is left out, unless all of them fail. */
  async function readNamed(input: Input, context: ReadContext): Promise<ProviderResponse> {
    const call = providerCalls.gifs
    const ids = idsOf(input)
    const groups = [...byIds(ids)]
    const [first] = members
    if (groups.length === 0 && first) groups.push([first, ids])
    const reads = groups.map(([member, own]) => readTurn(call, turnOfIds(member, input, own), context))
    const settled = await Promise.allSettled(reads)
    const found = settled.flatMap((read) => (read.status === 'fulfilled' ? [read.value] : []))
    const [only] = found
    const failed = settled.find((read) => read.status === 'rejected')
    if (!only) throw failed?.reason
    return groups.length === 1 ? only : together(ids, found, !failed)
  }

  /** What a function makes of the text that we show, once per copy. @param isMoved offsets say whose list it is */
  function made<T>({ call, input, context, form, isMoved }: Reading, toValue: (text: string) => T) {
    const reads = turnsOf(input).map((turn) => () => {
      const dress = dressOf(isMoved ? turn : { mark: turn.mark }, context)
      const name = `${dress.mark} ${dress.start} ${form}`
      return turn.provider.parsed(call, turn.input, context, name, (text) =>
        toValue(shownText(call, text, dress)),
      )
    })
    return inTurn(reads)
  }

  async function madeOfNamed<T>(input: Input, context: ReadContext, toValue: (text: string) => T) {
    const { bytes, ...source } = await readNamed(input, context)
    return { ...source, value: toValue(new TextDecoder().decode(bytes)), made: createMade(() => {}) }
  }

  /** Everyone whose copies a call may be made of. */
  const allTurns = (call: Call, input: Input): Turn[] =>
    call === providerCalls.gifs
      ? [...byIds(idsOf(input))].map(([member, own]) => turnOfIds(member, input, own))
      : turnsOf(input)

  return {
    async read(call, input, context) {
      if (call === providerCalls.gifs) return readNamed(input, context)
      return inTurn(turnsOf(input).map((turn) => () => readTurn(call, turn, context)))
    },

    async gif(shown, context) {
      const { member, id } = memberOf(shown)
      const { gif, ...found } = await member.provider.gif(id, context)
      const dress = dressOf(member, context)
      // Of a copy it is made once: what is drawn of it is kept by the object.
      return { ...found, gif: found.made.once('shown gif', () => shownGif(gif, dress)) }
    },

    async call<N extends ProviderCallName>(name: N, raw: Input, context: ReadContext) {
      const call: Call = providerCalls[name]
      const input = parseInput(call, raw)
      const parse = (text: string) => v.parse(call.response, JSON.parse(text)) as CallResponse<N>
      if (call === providerCalls.gifs) return madeOfNamed(input, context, parse)
      // Code counts pages from 0.
      return made({ call, input, context, form: 'response', isMoved: false }, parse)
    },

    async parsed(call, input, context, form, parse) {
      if (call === providerCalls.gifs) return madeOfNamed(input, context, parse)
      return made({ call, input, context, form, isMoved: true }, parse)
    },

    async openIds(ids, context) {
      const open = [...byIds(ids)].map(async ([{ mark, provider }, own]) =>
        [...(await provider.openIds(own, context))].map((id) => markedId(mark, id)),
      )
      return new Set((await Promise.all(open)).flat())
    },

    async refresh(ids, context) {
      const library = of.get('L')
      await Promise.all([...byIds(ids)].map(([{ provider }, own]) => provider.refresh(own, context)))
      // The library names its own items as it knows them.
      await library?.provider.refresh(ids, context)
    },

    async renew(call, input, context) {
      await Promise.all(allTurns(call, input).map((turn) => turn.provider.renew(call, turn.input, context)))
    },

    async held(call, input, context) {
      const held = allTurns(call, input).map((turn) => turn.provider.held(call, turn.input, context))
      return (await Promise.all(held)).flat()
    },
  }
}

type Reading = { call: Call; input: Input; context: ReadContext; form: string; isMoved: boolean }

const idsOf = ({ ids }: Input): string[] => String(ids).split(',', MAX_IDS)

const turnOfIds = (member: Member, input: Input, own: readonly string[]): Turn => ({
  ...member,
  input: { ...input, ids: own.join(',') },
  start: 0,
})

const dressOf = ({ mark, start = 0 }: { mark: Mark; start?: number }, { publicUrl }: ReadContext): Dress => ({
  mark,
  start,
  publicUrl,
})

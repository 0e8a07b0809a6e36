import { providerCalls } from '../../../shared/calls/provider.ts'
import { AppError, type ErrorKind, noSuchGif, RateLimitError, UpstreamError } from '../../../shared/errors.ts'
import { placeInList, windowStart } from '../../../shared/list-window.ts'
import { attempt } from '../../../shared/server/deadline.ts'
import { READ_MS } from '../cache/flights.ts'
import {
  derived,
  type Input,
  type Layer,
  oldestOf,
  type ReadContext,
  type Reply,
  replyOfPage,
} from '../layer.ts'
import { joinByIds, renameGifs, shiftOffsets } from '../page.ts'
import { mayHavePrefixes, type ProviderId, readShownId, shownId } from './provider-configs.ts'

/** One of the providers, with its own cache, breaker and key; it knows its own ids alone. */
export type Member = { id: ProviderId; layer: Layer }

/** A read of a member: the input in its own words, and where its list begins in ours. */
type Attempt = Member & { input: Input; start: number }

type Call = Parameters<Layer['read']>[0]

/** Where a call names its item. */
const NAMES = ['gif_id', 'id'] as const

/** Several providers as one. An item's id says whose it is; a list is that of the first provider that does not fail. */
export function failover(members: readonly Member[]): Layer {
  return {
    async read(call, input, context) {
      const attempts = attemptsAt(members, call, input)
      if (call === providerCalls.gifs) {
        // Ids of no provider are the first one's to refuse.
        const named = attempts.length > 0 ? attempts : members.slice(0, 1).map(forIds(input, idsOf(input)))
        return readNamed(call, named, idsOf(input), context)
      }
      return firstGood(attempts.map((attempt) => () => readShown(call, attempt, context)))
    },

    async openIds(ids, context) {
      const open = [...byMember(members, ids)].map(async ([{ id, layer }, own]) =>
        [...(await layer.openIds(own, context))].map((open) => shownId(id, open)),
      )
      return new Set((await Promise.all(open)).flat())
    },

    async refresh(ids, context) {
      const library = members.find(({ id }) => id === 'L')
      await Promise.all([...byMember(members, ids)].map(([{ layer }, own]) => layer.refresh(own, context)))
      // The library names its own items as it knows them.
      await library?.layer.refresh(ids, context)
    },

    async renew(call, input, context) {
      const attempts = attemptsAt(members, call, input)
      await Promise.all(attempts.map((attempt) => attempt.layer.renew(call, attempt.input, context)))
    },

    async cachedCopies(call, input, context) {
      const attempts = attemptsAt(members, call, input)
      const copies = attempts.map((attempt) => attempt.layer.cachedCopies(call, attempt.input, context))
      return (await Promise.all(copies)).flat()
    },
  }
}

const idsOf = ({ ids }: Input): string[] => String(ids).split(',')

/** The member whose an id that we show is, and the id there. */
function ownerOf(members: readonly Member[], shown: string): { member: Member; id: string } | undefined {
  const found = readShownId(shown)
  const member = members.find(({ id }) => id === found?.provider)
  return found && member && { member, id: found.id }
}

function byMember(members: readonly Member[], ids: readonly string[]): Map<Member, string[]> {
  const groups = new Map<Member, string[]>()
  for (const shown of ids) {
    const owner = ownerOf(members, shown)
    if (owner) groups.set(owner.member, [...(groups.get(owner.member) ?? []), owner.id])
  }
  return groups
}

const forIds =
  (input: Input, ids: readonly string[]) =>
  (member: Member): Attempt => ({ ...member, input: { ...input, ids: ids.join(',') }, start: 0 })

/** Who may answer a call, in this order. @throws AppError 'not-found' for an item, or a page, of no provider */
function attemptsAt(members: readonly Member[], call: Call, input: Input): Attempt[] {
  if (call === providerCalls.gifs)
    return [...byMember(members, idsOf(input))].map(([member, own]) => forIds(input, own)(member))
  for (const name of NAMES) {
    const shown = input[name]
    if (typeof shown !== 'string') continue
    const owner = ownerOf(members, shown)
    if (!owner) throw noSuchGif()
    return [{ ...owner.member, input: { ...input, [name]: owner.id }, start: 0 }]
  }
  const all = members.map((member, at) => ({ ...member, input, start: windowStart(at) }))
  const { offset = 0 } = input
  if (!offset) return all
  const place = placeInList(Number(offset))
  const attempt = place && all[place.window]
  if (!attempt) throw new AppError('not-found', 'There is no such page')
  return [{ ...attempt, input: { ...input, offset: place.offset } }]
}

/** A member's response as we show it: its items have our ids, and its list begins where ours has it. */
async function readShown(call: Call, attempt: Attempt, context: ReadContext): Promise<Reply> {
  const { id: provider, layer, input, start } = attempt
  const { publicUrl } = context
  const found = await layer.read(call, input, context)
  if (provider === '1' && start === 0 && !hasPrefixes(found)) return found
  const shown = derived(found, `${provider} ${start} ${publicUrl}`, () => {
    const renaming = { toShown: (id: string) => shownId(provider, id), publicUrl }
    return shiftOffsets(renameGifs(call, found.body.page, renaming), start)
  })
  return start === 0 ? shown : { ...shown, listStart: start }
}

const hasPrefixes = ({ made, body }: Reply): boolean =>
  made.once('has prefixes', () => mayHavePrefixes(new TextDecoder().decode(body.bytes)))

/** Items of all their providers, in the order of the ids. One that fails is left out, uncached. @throws what the first did */
async function readNamed(
  call: Call,
  attempts: readonly Attempt[],
  ids: readonly string[],
  context: ReadContext,
): Promise<Reply> {
  const settled = await Promise.allSettled(attempts.map((attempt) => readShown(call, attempt, context)))
  const found = settled.flatMap((read) => (read.status === 'fulfilled' ? [read.value] : []))
  const failed = settled.find((read) => read.status === 'rejected')
  const [only] = found
  if (!only) throw failed?.reason
  if (attempts.length === 1) return only
  const page = joinByIds(
    ids,
    found.map(({ body }) => body.page),
  )
  const freshness = oldestOf(found)
  const isPrivate = found.some((reply) => reply.isPrivate)
  return {
    ...replyOfPage(page, failed ? { ...freshness, freshFor: 0 } : freshness),
    ...(isPrivate && { isPrivate }),
  }
}

const FAILING: ReadonlySet<ErrorKind> = new Set([
  'upstream',
  'synthetic',
  'unavailable',
  'rate-limited',
  'not-implemented',
])

/** Whether another provider may have what this one does not give. Our own limit of a visitor holds for all of them (T44). */
const isFailing = (error: unknown): boolean =>
  !(error instanceof RateLimitError) && (!(error instanceof AppError) || FAILING.has(error.kind))

type Settled<T> = { value: T } | { error: unknown }

const settled = <T>(work: Promise<T>): Promise<Settled<T>> =>
  work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )

/**
 * The first of these reads that does not fail, begun one after another, within the time of one read: each may take an
 * equal part of what is left before the next begins, and then goes on.
 * @throws what the first that fails throws, or one that fails for what is asked
 */
export async function firstGood<T>(reads: readonly (() => Promise<T>)[]): Promise<T> {
  const end = Date.now() + READ_MS
  const late: Promise<Settled<T>>[] = []
  const errors: unknown[] = []
  for (const [at, read] of reads.entries()) {
    const running = settled(read())
    if (reads.length === 1) return outcomeOf(await running)
    const found = await attempt((end - Date.now()) / (reads.length - at), () => running)
    if (!found) late.push(running)
    else if ('value' in found || !isFailing(found.error)) return outcomeOf(found)
    else errors.push(found.error)
  }
  const last = late.map(async (running) => outcomeOf(await running))
  const found = await attempt(Math.max(end - Date.now(), 0), async () => ({ value: await Promise.any(last) }))
  if (found) return found.value
  throw errors.find((error) => !isLack(error)) ?? errors[0] ?? tooLate()
}

function outcomeOf<T>(found: Settled<T>): T {
  if ('error' in found) throw found.error
  return found.value
}

const isLack = (error: unknown): boolean => error instanceof AppError && error.kind === 'not-implemented'

const tooLate = () => new UpstreamError('The provider did not answer in time')

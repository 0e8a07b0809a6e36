import type { Call } from '../../shared/calls/call.ts'
import { providerCalls } from '../../shared/calls/provider.ts'
import { AppError, noSuchGif } from '../../shared/errors.ts'
import type { SignedInActor } from '../../shared/server/origin.ts'
import type { WaitUntil } from './cache/flights.ts'
import { derived, type Input, type Layer, type ReadContext, type Reply } from './layer.ts'
import { filterGifs, gifsOf, hasGifs, namesGifs } from './page.ts'
import { type Concealed, takenDown, type VisibilityLog } from './visibility.ts'

/** What the log of changes lets through (`docs/contract.md`, Roles). Without a database only the flags of an item count. */
export class Gate {
  readonly log: VisibilityLog | undefined
  readonly #namesOf: (id: string) => readonly string[]

  /** @param namesOf what the log may call an item */
  constructor(log: VisibilityLog | undefined, namesOf = (id: string): readonly string[] => [id]) {
    this.log = log
    this.#namesOf = namesOf
  }

  #stateOf(id: unknown): Concealed | undefined {
    if (!this.log?.states.size) return undefined
    for (const name of this.#namesOf(String(id))) {
      const state = this.log.states.get(name)
      if (state) return state
    }
    return undefined
  }

  /** Reads with the set as it is now. Where it is old it is renewed during the read, which is repeated if it was too early. */
  during<T>(waitUntil: WaitUntil, read: () => Promise<T>): Promise<T> {
    const renewed = this.log?.renew(waitUntil)
    return renewed ? this.#duringRenewal(renewed, read) : read()
  }

  async #duringRenewal<T>(renewed: Promise<unknown>, read: () => Promise<T>): Promise<T> {
    const version = this.log?.version
    const [outcome] = await Promise.allSettled([(async () => read())(), renewed])
    if (this.log?.version !== version) return read()
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  }

  /** @throws AppError 'removed' or 'not-found' for a call that names such an item */
  assertOpen({ id, gif_id }: Input): void {
    const state = this.#stateOf(id ?? gif_id)
    if (state === 'removed') throw takenDown()
    if (state === 'hidden' || state === 'deleted') throw noSuchGif()
  }

  /** Whether an item is there for all: in a list, or for a call that names it. */
  isOpen(id: unknown, isNamed: boolean): boolean {
    const state = this.#stateOf(id)
    return state === undefined || (isNamed && state === 'unlisted')
  }

  /** Which of these ids all may see, by an address if not in a list. */
  openIds(ids: readonly string[]): Set<string> {
    return new Set(ids.filter((id) => this.isOpen(id, true)))
  }

  isConcealed(id: unknown): boolean {
    return this.#stateOf(id) !== undefined
  }

  isRemoved(id: unknown): boolean {
    return this.#stateOf(id) === 'removed'
  }
}

/** The layer below: it reads what all may see, and for one who may see more what no cache has. */
export type Gateable = Pick<Layer, 'read' | 'cachedCopies'> & {
  /** Whether someone who is signed in may see what is hidden. */
  mayShowHidden(viewer: SignedInActor): boolean
  readFor(viewer: SignedInActor, call: Call, input: Input, context: ReadContext): Promise<Reply>
  renew(call: Call, inputs: readonly Input[], context: ReadContext): Promise<void>
}

/** The gate in front of copies: every read of a GIF or list passes it. */
export function gated(source: Gateable, gate: Gate): Layer {
  const guarded = { source, gate }
  return {
    read(call, input, context) {
      if (call === providerCalls.gif) return readOne(guarded, input, context)
      if (call === providerCalls.gifs) return readNamed(guarded, input, context)
      return readOpen(guarded, call, input, context)
    },

    openIds: (ids, { waitUntil }) => gate.during(waitUntil, async () => gate.openIds(ids)),

    async refresh(ids, context) {
      await gate.log?.sync()
      const inputs = ids.map((id) => ({ id }))
      await source.renew(providerCalls.gif, inputs, context)
    },

    async renew(call, input, context) {
      await gate.log?.sync()
      await source.renew(call, [input], context)
    },

    cachedCopies: (call, input, context) => source.cachedCopies(call, input, context),
  }
}

type Guarded = { source: Gateable; gate: Gate }

/** What all may see. */
async function readOpen({ source, gate }: Guarded, call: Call, input: Input, context: ReadContext) {
  const found = await gate.during(context.waitUntil, () => {
    gate.assertOpen(input)
    return source.read(call, input, context)
  })
  gate.assertOpen(input)
  return passed(gate, call, found)
}

/** The same as the one who is signed in may see it. Undefined for who could not be shown more: they use no key (T44). */
async function readForViewer(
  { source, gate }: Guarded,
  call: Call,
  input: Input,
  context: ReadContext,
): Promise<Reply | undefined> {
  const viewer = await context.viewer?.()
  if (!viewer || !source.mayShowHidden(viewer)) return undefined
  const found = await source.readFor(viewer, call, input, context)
  const isUnlisted = gifsOf(call, found.body.page).some(({ id }) => gate.isConcealed(id))
  return { ...found, isPrivate: true, ...(isUnlisted && { isUnlisted }) }
}

/** One item; where it is not there for all, as the viewer may see it. */
async function readOne(guarded: Guarded, input: Input, context: ReadContext): Promise<Reply> {
  const call = providerCalls.gif
  try {
    return await readOpen(guarded, call, input, context)
  } catch (error) {
    const isMissing = error instanceof AppError && error.kind === 'not-found'
    const found = isMissing && (await readForViewer(guarded, call, { id: input.id }, context))
    if (!found) throw error
    return found
  }
}

/** Items by their ids, with those that are hidden, where the viewer may see them. */
async function readNamed(guarded: Guarded, input: Input, context: ReadContext): Promise<Reply> {
  const call = providerCalls.gifs
  const found = await readOpen(guarded, call, input, context)
  const wanted = new Set(String(input.ids).split(',')).size
  if (!context.viewer || idsOf(call, found).length >= wanted) return found
  return (await readForViewer(guarded, call, input, context)) ?? found
}

const idsOf = (call: Call, found: Reply): string[] =>
  found.made.once('ids', () => gifsOf(call, found.body.page).map(({ id }) => String(id)))

/** For a state of the log: whether something is left out of a copy, or its one GIF may not be listed. */
type View = { version: number | undefined; isCut: boolean; isUnlisted: boolean }
const VIEW = 'what the gate leaves'

/** @throws AppError as `assertOpen`, for an item that was named by an old id */
function passed(gate: Gate, call: Call, found: Reply): Reply {
  if (!gate.log?.states.size || !hasGifs(call)) return found
  const { version } = gate.log
  const known = found.made.get<View>(VIEW)
  const view = known && known.version === version ? known : viewOf(gate, call, found)
  if (view !== known) found.made.set(VIEW, view)
  if (!view.isCut) return view.isUnlisted ? { ...found, isUnlisted: true } : found
  const isNamed = namesGifs(call)
  return derived(found, `without ${version}`, () =>
    filterGifs(call, found.body.page, 'never there', ({ id }) => gate.isOpen(id, isNamed)),
  )
}

function viewOf(gate: Gate, call: Call, found: Reply): View {
  const ids = idsOf(call, found)
  const isOne = call === providerCalls.gif
  if (isOne) for (const id of ids) gate.assertOpen({ id })
  const isNamed = namesGifs(call)
  return {
    version: gate.log?.version,
    isCut: !ids.every((id) => gate.isOpen(id, isNamed)),
    isUnlisted: isOne && ids.some((id) => gate.isConcealed(id)),
  }
}

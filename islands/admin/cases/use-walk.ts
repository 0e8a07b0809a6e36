import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { AppError } from '../../../shared/errors.ts'
import { CASES_MAX } from '../../../shared/schema/own/cases.ts'
import { client, failureText, useGuard, usePage, useSay } from '../admin.tsx'
import { type CaseDetail, type Decision, nameOf, type With } from './case.ts'

type Asked = Parameters<typeof client.cases>[0]
type Result = NonNullable<Awaited<ReturnType<typeof client.decideCases>>>['results'][number]

/** A decision of this visit, the name of what was decided, and the act by which it is taken back, once it is made. */
type Made = { id: string; name: string; written: Promise<string | undefined> }

/** Fewer cases than this in front: more are read. */
const AHEAD = 25

class Refused extends AppError {
  override readonly name = 'Refused'

  readonly given: Result

  constructor(given: Result) {
    super('conflict', given.result)
    this.given = given
  }
}

/** The cases of a filter in their order, without those that were decided here. */
function useOrder(asked: Asked, current: string, decided: readonly Made[], gone: ReadonlySet<string>) {
  const { data, refetch, isFetching, isPending } = useQuery({
    queryKey: ['walk', asked],
    queryFn: async ({ signal }) =>
      (await client.cases({ ...asked, limit: CASES_MAX }, { signal })) ?? { results: [], count: 0 },
    staleTime: Infinity,
  })
  const done = new Set([...decided.map(({ id }) => id), ...gone])
  const listed = (data?.results ?? []).map(({ id }) => id)
  const ids = listed.includes(current) ? listed : [current, ...listed]
  const waiting = ids.filter((id) => id === current || !done.has(id))
  const left = ids.filter((id) => !done.has(id)).length + Math.max(0, (data?.count ?? 0) - listed.length)
  const at = waiting.indexOf(current)
  const ahead = [...waiting.slice(at + 1), ...waiting.slice(0, at)]
  if (data && ahead.length < AHEAD && data.count > data.results.length && !isFetching) void refetch()
  return {
    /** What comes next is not known yet. */
    isPending,
    isListed: listed.includes(current),
    next: ahead[0],
    ahead,
    previous: waiting[at - 1],
    total: decided.length + left,
  }
}

/** What is said of a decision that was not made. */
function useRefusal() {
  const { common, texts, fill } = usePage('cases')
  return (error: unknown, name: string): string => {
    if (!(error instanceof Refused)) return `${fill(texts.failedOne, { name })} ${failureText(error, common)}`
    const { result, by } = error.given
    if (result === 'conflict') return fill(texts.taken, { name, who: by || common.visitor })
    if (result === 'held') return fill(texts.held, { name, who: by ?? '' })
    return fill(result === 'changed' ? texts.changedMeanwhile : texts.lost, { name })
  }
}

/**
 * The way through the cases of a filter: a decision shows the next one at once, and is written meanwhile. Who comes second goes on in
 * the middle of what is left, so that two at once don't look at the same cases.
 * @param go shows a case; '' the list
 */
export function useWalk(asked: Asked, current: string, go: (id: string) => void) {
  const { common, texts, fill } = usePage('cases')
  const [decided, setDecided] = useState<readonly Made[]>([])
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [undone, setUndone] = useState<string>()
  const [pending, setPending] = useState(0)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const isSecond = useRef(false)
  const reached = useRef('')
  const queries = useQueryClient()
  const say = useSay()
  const refusal = useRefusal()
  const order = useOrder(asked, current, decided, gone)
  // What is on its way would be lost with the page.
  useGuard(pending > 0)
  const forget = (id: string) => setDecided((all) => all.filter((made) => made.id !== id))

  function goOn(id = '') {
    reached.current = id
    go(id)
  }

  /** One write after the other, as a later one may be about the same person. */
  function inTurn<T>(write: () => Promise<T>): Promise<T> {
    setPending((count) => count + 1)
    const written = last.current.then(write)
    last.current = written
      .catch(() => {})
      .then(() => {
        setPending((count) => count - 1)
        // Shown again, the list has what is open now.
        return queries.invalidateQueries({ queryKey: ['cases'], refetchType: 'none' })
      })
    return written
  }

  async function write({ id, version }: CaseDetail, decision: Decision, more: With): Promise<string> {
    const isOf = decision.decision !== 'approve' || more.person !== ''
    const { template, reason, note, person } = more
    const made = await client.decideCases({
      cases: [{ id, version }],
      ...decision,
      ...(reason && { reason }),
      ...(note && { note }),
      ...(template && isOf && { template }),
      ...(person && { person }),
    })
    const [given] = made?.results ?? []
    if (!made || given?.result !== 'decided')
      throw new Refused(given ?? { id, result: 'unknown', by: null, at: null })
    if (person && !made.person) say({ text: texts.personSame, isFailure: true })
    return made.act
  }

  /** What another has decided before it was seen here is passed over. A case that a link opened, or an undo, stays. */
  function pass(found: CaseDetail) {
    // Read again meanwhile, the list has it no more.
    const isOfWalk = order.isListed || reached.current === found.id
    if (found.kinds.length > 0 || !isOfWalk || undone !== undefined || gone.has(found.id)) return
    setGone((all) => new Set([...all, found.id]))
    void queries.invalidateQueries({ queryKey: ['walk'] })
    say({ text: fill(texts.taken, { name: nameOf(found), who: found.decisions[0]?.by || common.visitor }) })
    goOn(order.ahead[order.ahead.length >> 1])
  }

  function decide(found: CaseDetail, { name, ...decision }: Decision & { name: string }, more: With) {
    const { id } = found
    const written = inTurn(() => write(found, decision, more)).catch((error) => {
      forget(id)
      // Another version of it is looked at again; anything else is decided, or gone.
      if (error instanceof Refused && error.given.result !== 'changed') {
        setGone((all) => new Set([...all, id]))
        isSecond.current = true
        void queries.invalidateQueries({ queryKey: ['walk'] })
      }
      queries.removeQueries({ queryKey: ['case', id] })
      say({ text: refusal(error, nameOf(found)), isFailure: true })
      return undefined
    })
    setDecided((all) => [...all, { id, name, written }])
    setUndone(undefined)
    goOn(order.ahead[isSecond.current ? order.ahead.length >> 1 : 0])
    isSecond.current = false
  }

  async function undo() {
    const made = decided.at(-1)
    if (!made) return
    forget(made.id)
    const act = await made.written
    if (act === undefined) return
    try {
      await inTurn(() => client.undoCases({ act }))
      queries.removeQueries({ queryKey: ['case', made.id] })
      setUndone(made.name)
      go(made.id)
    } catch (error) {
      setDecided((all) => [...all, made])
      say({ text: refusal(error, made.id), isFailure: true })
    }
  }
  return { ...order, decided, undone, pending, decide, pass, undo }
}
export type Walk = ReturnType<typeof useWalk>

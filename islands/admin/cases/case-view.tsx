import { Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { pictureUrl } from '../../../shared/picture/renditions.ts'
import { client, usePage, usePageKeys, useRead } from '../admin.tsx'
import { Failed, SmallButton } from '../parts/elements.tsx'
import { useItem } from '../parts/items.tsx'
import { useUnsaved } from '../parts/unsaved.tsx'
import type { CaseDetail, Decision, With } from './case.ts'
import { Choices } from './choices.tsx'
import { Facts } from './facts.tsx'
import { useWalk, type Walk } from './use-walk.ts'
import { MEASURE_KEYS, WithDecision } from './with-decision.tsx'

type Props = {
  id: string
  /** The filter that leads from case to case. */
  asked: Parameters<typeof useWalk>[0]
  /** Shows a case; '' the list. */
  go: (id: string) => void
}

/** A case, and the way to the next: the picture, all that speaks of it, and the decision in view. */
export function CaseView({ id, asked, go }: Props) {
  const { texts, fill } = usePage('cases')
  const walk = useWalk(asked, id, go)
  const { next, previous, decided, total, ahead } = walk
  const back = () => go('')
  usePageKeys([
    ['j', () => next && go(next)],
    ['k', () => previous && go(previous)],
    // It calls off what is asked first.
    ['Escape', () => !document.querySelector('[data-asks]') && back()],
  ])
  return (
    <div className="admin-card admin-queue">
      <div className="admin-queue-panel">
        <div className="admin-queue-top">
          <SmallButton onClick={back}>{texts.back}</SmallButton>
          <progress max={total} value={Math.min(decided.length, total)} aria-label={texts.progress} />
          <span role="status">{fill(texts.done, { done: decided.length, total })}</span>
        </div>
        <Current key={id} id={id} walk={walk} />
      </div>
      {ahead.slice(0, 2).map((each) => (
        <Next key={each} id={each} />
      ))}
    </div>
  )
}

/** Keys scroll what has the focus. */
const SCROLLS = { tabIndex: 0 }

const useCase = (id: string) => useRead(['case', id], client.case, { id })

/** The picture of an item that plays. */
function usePicture(id: string) {
  const { data: gif, isPending } = useItem(id)
  const picture = gif?.images.downsized_medium ?? gif?.images.original
  return { gif, isPending, src: picture && pictureUrl(picture) }
}

const NOTHING: With = { template: '', reason: '', note: '', person: '' }

/** What goes with a decision. Its rule is first the reason that all reports have; a known file breaks none by that. */
function useWith(found: CaseDetail | null | undefined) {
  const [given, setGiven] = useState<Partial<With>>({})
  const [only, ...others] = found?.reasons.filter((each) => each !== 'known') ?? []
  const value = { ...NOTHING, ...(only && others.length === 0 && { template: only }), ...given }
  useUnsaved(Boolean(value.reason || value.note))
  const set = (changed: Partial<With>) => setGiven((before) => ({ ...before, ...changed }))
  return { value, set }
}

function Current({ id, walk }: { id: string; walk: Walk }) {
  const { texts, role } = usePage('cases')
  const { data: found, error, refetch } = useCase(id)
  useEffect(() => {
    if (found) walk.pass(found)
  })
  const { value, set } = useWith(found)
  const [problem, setProblem] = useState<string>()
  const toggle = (person: keyof typeof MEASURE_KEYS) => set({ person: value.person === person ? '' : person })
  const hasPerson = role === 'staff' && Boolean(found?.owner)
  usePageKeys([
    ['r', () => document.getElementById('rule')?.focus()],
    ...(hasPerson
      ? Object.entries(MEASURE_KEYS).map(
          ([measure, key]) => [key, () => toggle(measure as keyof typeof MEASURE_KEYS)] as const,
        )
      : []),
  ])
  function decide(decision: Decision & { name: string }) {
    if (!found) return
    if (value.person && !value.reason.trim() && !value.template) {
      setProblem(texts.reasonNeeded)
      document.getElementById('rule')?.focus()
      return
    }
    walk.decide(found, decision, value)
  }
  return (
    <>
      {error ? (
        <div className="admin-queue-item admin-state">
          <Failed error={error} retry={refetch} />
        </div>
      ) : (
        <div className="admin-queue-item">
          <Picture id={id} found={found} />
          <section className="admin-queue-words" aria-label={texts.title} {...SCROLLS}>
            {found ? <FactsOf found={found} /> : <Skeleton height={25} width="60%" />}
          </section>
        </div>
      )}
      <WithDecision owner={found?.owner} value={value} set={set} problem={problem} />
      <Choices
        found={walk.isPending ? undefined : (found ?? undefined)}
        made={walk.decided.length}
        undone={walk.undone}
        decide={decide}
        undo={() => void walk.undo()}
      />
    </>
  )
}

const FactsOf = ({ found }: { found: CaseDetail }) => <Facts found={found} gif={usePicture(found.id).gif} />

function Picture({ id, found }: { id: string; found: CaseDetail | null | undefined }) {
  const { gif, isPending, src } = usePicture(id)
  return (
    <div className="admin-queue-picture">
      {isPending && <Skeleton height="100%" />}
      {gif && src && <img src={src} alt={gif.alt_text || gif.title} />}
      {!isPending && !gif && found?.item?.is_removed && <Still id={id} />}
    </div>
  )
}

/** What was taken down has a still that staff alone see. */
function Still({ id }: { id: string }) {
  const { data } = useRead(['takedowns', 'of', id], client.takedowns, { q: id, state: 'removed' as const })
  const row = data?.results.find(({ gif_id }) => gif_id === id)
  const still = useRead(['still', row?.id], client.takedownStill, { id: String(row?.id) }, { enabled: !!row })
  return still.data?.still ? <img src={still.data.still} alt="" /> : null
}

/** A case in front: what it says and its picture are here before it is shown. */
function Next({ id }: { id: string }) {
  useCase(id)
  const { src } = usePicture(id)
  return src ? <img src={src} alt="" hidden /> : null
}

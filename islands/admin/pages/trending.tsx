import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { InputError } from '../../../shared/errors.ts'
import { searchPath } from '../../../shared/public/browse-path.ts'
import { LISTINGS } from '../../../shared/schema/own/listings.ts'
import { client, statusOf, usePage, useRead, useSay } from '../admin.tsx'
import { tagsOf } from '../library/item.tsx'
import { useWholeList } from '../listings/whole-list.ts'
import { areSame, termOf } from '../listings/words.ts'
import { Failed, Loading, PageTop, RowButton, StateBadge } from '../parts/elements.tsx'
import { NewWord } from '../parts/new-word.tsx'
import { moved, Ordered } from '../parts/order.tsx'

type Terms = { pinned: string[]; blocked: string[]; terms: string[] }

/** Recent searches that are listed. */
const RECENT = 25

const without = (list: readonly string[], given: readonly string[]) =>
  list.filter((term) => !given.includes(term))
const joined = (list: readonly string[], given: readonly string[]) => [...new Set([...list, ...given])]

/** What staff say of terms, each change written at once. */
function useTerms() {
  const { texts, fill } = usePage('trending')
  const say = useSay()
  const { shown, error, refetch, change } = useWholeList<Terms>({
    list: 'trending',
    read: client.trendingTerms,
    put: ({ pinned, blocked }) => client.putTrendingTerms({ pinned, blocked }),
    isSame: (one, other) => areSame(one.pinned, other.pinned) && areSame(one.blocked, other.blocked),
    // What no call takes is refused before it is sent.
    failure: (error) => (error instanceof InputError || statusOf(error) === 400 ? texts.wrong : undefined),
  })
  const { pinned = [], blocked = [], terms = [] } = shown ?? {}
  /** @param text what is said of these terms then */
  const set = (text: string, given: readonly string[], to: Partial<Terms>, done?: () => void) => {
    const next = { pinned, blocked, terms, ...to }
    if (next.pinned.length > LISTINGS.pinned || next.blocked.length > LISTINGS.blocked)
      say({ text: texts.full, isFailure: true })
    else change(next, fill(text, { term: given.join(', ') }), done)
  }
  return {
    shown,
    error,
    refetch,
    pin: (given: readonly string[], done?: () => void) =>
      set(texts.pinDone, given, { pinned: joined(pinned, given), blocked: without(blocked, given) }, done),
    block: (given: readonly string[], done?: () => void) =>
      set(texts.blockDone, given, { blocked: joined(blocked, given), pinned: without(pinned, given) }, done),
    unpin: (term: string) => set(texts.unpinDone, [term], { pinned: without(pinned, [term]) }),
    unblock: (term: string) => set(texts.unblockDone, [term], { blocked: without(blocked, [term]) }),
    move: (from: number, to: number) =>
      set(texts.moveDone, [pinned[from] ?? ''], { pinned: moved(pinned, from, to) }),
  }
}

type TermProps = { terms: ReturnType<typeof useTerms> & { shown: Terms } }

/** `/admin/trending`: searches that staff pin or block, what every surface shows, and what was searched for. */
export default function TrendingPage() {
  const { texts } = usePage('trending')
  const terms = useTerms()
  const { shown, error, refetch } = terms
  return (
    <>
      <PageTop title={texts.title} intro={texts.intro} />
      {error && <Failed error={error} retry={refetch} />}
      {!shown && !error && <Loading />}
      {shown && !error && (
        <div className="admin-sheets">
          <Pinned terms={{ ...terms, shown }} />
          <Shown terms={{ ...terms, shown }} />
          <Blocked terms={{ ...terms, shown }} />
          <Recent terms={{ ...terms, shown }} />
        </div>
      )}
    </>
  )
}

type PartProps = { id: string; title: string; hint: string; children: ReactNode }

const Part = ({ id, title, hint, children }: PartProps) => (
  <section className="admin-card admin-sheet" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    <p className="admin-soft">{hint}</p>
    {children}
  </section>
)

const TERM_MAX = 50

const termsOf = (text: string) => tagsOf(text).map(termOf)

function Pinned({ terms: { shown, pin, unpin, move } }: TermProps) {
  const { all, texts, fill } = usePage('trending')
  const { pinned, terms } = shown
  const names = { up: all.channels.up, down: all.channels.down, remove: all.common.removeTag }
  return (
    <Part id="pinned" title={texts.pinned} hint={texts.pinnedHint}>
      <Ordered
        rows={pinned.map((term) => ({
          key: term,
          face: (
            <span>
              <Term term={term} /> {!terms.includes(term) && <StateBadge>{texts.findsNothing}</StateBadge>}
            </span>
          ),
        }))}
        nameOf={(act, at) => fill(names[act], { tag: pinned[at] ?? '' })}
        put={move}
        remove={(at) => unpin(pinned[at] ?? '')}
      />
      <NewWord
        label={texts.pinned}
        placeholder={texts.term}
        maxLength={TERM_MAX}
        add={(text, done) => pin(termsOf(text), done)}
      />
    </Part>
  )
}

function Blocked({ terms: { shown, block, unblock } }: TermProps) {
  const { all, texts, fill } = usePage('trending')
  return (
    <Part id="blocked" title={texts.blocked} hint={texts.blockedHint}>
      {shown.blocked.length > 0 && (
        <ul className="admin-order-rows">
          {shown.blocked.map((term) => (
            <li key={term}>
              <bdi>{term}</bdi>
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={fill(all.common.removeTag, { tag: term })}
                onClick={() => unblock(term)}
              >
                ✕
              </Button>
            </li>
          ))}
        </ul>
      )}
      <NewWord
        label={texts.blocked}
        placeholder={texts.term}
        maxLength={TERM_MAX}
        add={(text, done) => block(termsOf(text), done)}
      />
    </Part>
  )
}

/** A search, and what it finds. */
const Term = ({ term }: { term: string }) => (
  <a href={searchPath(term)} target="_blank" rel="noopener">
    <bdi>{term}</bdi>
  </a>
)

function Shown({ terms }: TermProps) {
  const { texts } = usePage('trending')
  const { terms: shown } = terms.shown
  return (
    <Part id="shown" title={texts.shown} hint={texts.shownHint}>
      {shown.length === 0 && <p className="admin-soft">{texts.shownEmpty}</p>}
      <ol className="admin-order-rows">
        {shown.map((term) => (
          <TermRow key={term} term={term} terms={terms} />
        ))}
      </ol>
    </Part>
  )
}

/** A term with what can be done with it. */
function TermRow({ term, terms, note }: TermProps & { term: string; note?: string }) {
  const { texts } = usePage('trending')
  const { shown, pin, block } = terms
  const isPinned = shown.pinned.includes(term)
  const isBlocked = shown.blocked.includes(term)
  return (
    <li>
      <span>
        <Term term={term} /> {note && <span className="admin-soft">{note}</span>}{' '}
        {isPinned && <StateBadge color="violet">{texts.pinned}</StateBadge>}
        {isBlocked && <StateBadge>{texts.blocked}</StateBadge>}
      </span>
      <div className="admin-actions">
        {!isPinned && <RowButton text={texts.pin} name={term} press={() => pin([term])} />}
        {!isBlocked && <RowButton text={texts.block} name={term} press={() => block([term])} />}
      </div>
    </li>
  )
}

/** What was searched for last. */
function Recent({ terms }: TermProps) {
  const { texts, numberOf } = usePage('trending')
  const input = { sort: 'recent', order: 'desc', limit: RECENT, offset: 0 } as const
  const { data, error, refetch } = useRead(['trending', 'recent'], client.searches, input)
  return (
    <Part id="recent" title={texts.recent} hint={texts.recentHint}>
      {error && <Failed error={error} retry={refetch} />}
      {!data && !error && <Loading />}
      {data?.results.length === 0 && <p className="admin-soft">{texts.recentEmpty}</p>}
      <ul className="admin-order-rows">
        {data?.results.map(({ term, count }) => (
          <TermRow key={term} term={termOf(term)} note={numberOf(count)} terms={terms} />
        ))}
      </ul>
    </Part>
  )
}

import { Badge, Button, Skeleton } from '@mantine/core'
import { useRef, useState } from 'react'
import { itemPath } from '../../../shared/gif/item-path.ts'
import { pictureUrl } from '../../../shared/picture/renditions.ts'
import { client, failureText, statusOf, useAdmin, useGuard, usePage, useRead, useSay } from '../admin.tsx'
import { type Batch, type Change, Changes, changesOf } from '../moderation/changes.tsx'
import { Choices, type Decision } from '../moderation/choices.tsx'
import { ItemLink, StateBadge } from '../parts/elements.tsx'
import { useItem } from '../parts/items.tsx'

type MadeDecision = { id: string; name: string }

/** Writes one after the other for each item, and how many are not answered yet. */
function useOrder() {
  const [pending, setPending] = useState(0)
  const sent = useRef(new Map<string, Promise<unknown>>())
  async function inOrder(id: string, write: () => Promise<unknown>, failed: (error: unknown) => void) {
    setPending((count) => count + 1)
    const written = (sent.current.get(id) ?? Promise.resolve()).then(write).catch(failed)
    sent.current.set(id, written)
    await written
    setPending((count) => count - 1)
  }
  // What is on its way would be lost with the page.
  useGuard(pending > 0)
  return { pending, inOrder }
}

const GONE = new Set([404, 409, 410])

/** A batch's items that wait, and what was decided: the next item is there before a response; a failure brings one back. */
function useQueue(batch: Batch) {
  const { common, texts, fill } = usePage('moderation')
  const [waiting, setWaiting] = useState(batch.waiting ?? batch.gif_ids)
  const [decided, setDecided] = useState<readonly MadeDecision[]>([])
  const [undone, setUndone] = useState<string>()
  // What is decided about is what was seen. Each decision, and each one taken back, may make another version of an item.
  const revisions = useRef(new Map(batch.versions?.map((each) => [each.gif_id, each.revision])))
  const { pending, inOrder } = useOrder()
  const say = useSay()
  const [current, next] = waiting
  const forget = (id: string) => setDecided((all) => all.filter((made) => made.id !== id))
  const tell = (text: string) => say({ text, isFailure: true })

  async function moderate(id: string, decision: Omit<Parameters<typeof client.moderateGif>[0], 'id'>) {
    const made = await client.moderateGif({ id, ...decision })
    if (made?.revision !== undefined) revisions.current.set(id, made.revision)
  }

  async function decide({ name, ...decision }: Decision): Promise<void> {
    if (!current) return
    setWaiting((ids) => ids.slice(1))
    setDecided((all) => [...all, { id: current, name }])
    setUndone(undefined)
    const write = () => moderate(current, { ...decision, was: revisions.current.get(current) })
    await inOrder(current, write, (error) => {
      forget(current)
      // Another moderator has it, or it is gone: it waits here no longer.
      if (GONE.has(statusOf(error) ?? 0)) return tell(fill(texts.lost, { id: current }))
      // Behind the one that is looked at: the next press is meant for that.
      setWaiting(([seen, ...others]) => (seen ? [seen, current, ...others] : [current]))
      tell(failureText(error, common))
    })
  }

  async function undo(): Promise<void> {
    const last = decided.at(-1)
    if (!last) return
    forget(last.id)
    setWaiting((ids) => [last.id, ...ids])
    setUndone(last.name)
    // A skipped item waits already, for another moderator: it may come again with the next batch.
    const write = () => moderate(last.id, { action: 'undo' })
    await inOrder(last.id, write, (error) => {
      setWaiting((ids) => ids.filter((id) => id !== last.id))
      setDecided((all) => [...all, last])
      setUndone(undefined)
      tell(failureText(error, common))
    })
  }

  const total = waiting.length + decided.length
  return { current, next, decided, undone, total, pending, decide, undo }
}

/** On a phone the panel is as high as the window, so that all that is pressed is there without scrolling. */
const comeIntoView = (panel: HTMLElement | null) => panel?.scrollIntoView({ block: 'nearest' })

/** A batch, one item at a time: a key decides, the next item is there at once, and U takes the last decision back. */
export function Queue({ batch, end }: { batch: Batch; end: () => void }) {
  const { texts, fill } = usePage('moderation')
  const queue = useQueue(batch)
  const { current, next, decided, total, pending } = queue
  return (
    <div className="admin-card admin-queue">
      <div className="admin-queue-panel" ref={comeIntoView}>
        <div className="admin-queue-top">
          <progress max={total} value={decided.length} aria-label={texts.progress} />
          <span role="status">{fill(texts.done, { done: decided.length, total })}</span>
        </div>
        {current === undefined ? (
          <div className="admin-queue-item admin-state">
            <span>{pending > 0 ? texts.sending : texts.finished}</span>
            {pending === 0 && (
              <Button autoFocus onClick={end}>
                {texts.again}
              </Button>
            )}
          </div>
        ) : (
          <Item key={current} id={current} next={next} changes={changesOf(batch, current)} />
        )}
        <Choices {...queue} />
      </div>
      <LastDecisions decided={decided} />
    </div>
  )
}

/** An item, and its picture that plays. */
function usePicture(id: string) {
  const { data: gif, isPending } = useItem(id)
  const picture = gif?.images.downsized_medium ?? gif?.images.original
  return { gif, isPending, src: picture && pictureUrl(picture) }
}

type ItemProps = { id: string; next: string | undefined; changes: readonly Change[] }

/** An item to decide about: it plays, with its words, what was changed, and what was reported of it. */
function Item({ id, next, changes }: ItemProps) {
  const { all, texts } = usePage('moderation')
  const { gif, isPending, src } = usePicture(id)
  return (
    <div className="admin-queue-item">
      <div className="admin-queue-picture">
        {isPending && <Skeleton height="100%" />}
        {gif && src && <img src={src} alt={gif.alt_text || gif.title} />}
        {!isPending && !gif && <span className="admin-soft">{texts.gone}</span>}
      </div>
      {/* Keys scroll what has the focus: until its link is there, the words themselves. */}
      <div className="admin-queue-words" {...(!gif && { tabIndex: 0 })}>
        {gif ? (
          <>
            <h2>
              <a href={itemPath(gif)} target="_blank" rel="noopener">
                <bdi>{gif.title || gif.id}</bdi>
              </a>
            </h2>
            <p>
              {gif.rating && <Badge variant="light">{gif.rating}</Badge>}{' '}
              {gif.is_hidden && <StateBadge>{all.library.hidden}</StateBadge>}
            </p>
            {gif.username && <p className="admin-soft">@{gif.username}</p>}
            <p>{gif.tags.join(', ')}</p>
          </>
        ) : (
          <Untitled id={id} isPending={isPending} />
        )}
        {/* Its heading comes after the title. */}
        {!isPending && <Changes changes={changes} />}
        <Reports id={id} />
      </div>
      {next && <NextPicture id={next} />}
    </div>
  )
}

const Untitled = ({ id, isPending }: { id: string; isPending: boolean }) =>
  isPending ? (
    <Skeleton height={25} width="60%" />
  ) : (
    <h2>
      <code>{id}</code>
    </h2>
  )

/** What was reported of an item, where the site keeps reports. */
function Reports({ id }: { id: string }) {
  const { texts, hasOwnCalls } = useAdmin()
  const { common, reports } = texts
  const input = { gif: id, state: 'open' as const, limit: 5 }
  const { data } = useRead(['reports', 'of', id], client.reports, input, { enabled: hasOwnCalls })
  return data?.results.map(({ id, reporter, reasons, additional_info }) => (
    <figure className="admin-notice" key={id}>
      <figcaption className="admin-soft">
        {reporter ?? common.visitor}: {reasons.map((reason) => reports[reason]).join(', ')}
      </figcaption>
      <bdi>{additional_info}</bdi>
    </figure>
  ))
}

/** The next picture, so that the browser has it. */
function NextPicture({ id }: { id: string }) {
  const { src } = usePicture(id)
  return src ? <img src={src} alt="" hidden /> : null
}

/** How many of the last decisions are seen. */
const DECISIONS_SHOWN = 5

/** What was decided last, the newest first. Its place never shrinks, which would scroll what is above it. */
function LastDecisions({ decided }: { decided: readonly MadeDecision[] }) {
  const { texts } = usePage('moderation')
  const most = useRef(0)
  most.current = Math.max(most.current, Math.min(decided.length, DECISIONS_SHOWN))
  if (most.current === 0) return null
  return (
    <section
      className="admin-decided"
      style={{ minHeight: `calc(${most.current} * var(--row))` }}
      aria-label={texts.last}
    >
      <ol reversed>
        {decided
          .slice(-DECISIONS_SHOWN)
          .reverse()
          .map(({ id, name }) => (
            <li key={id}>
              <ItemLink id={id} />
              <span>{name}</span>
            </li>
          ))}
      </ol>
    </section>
  )
}

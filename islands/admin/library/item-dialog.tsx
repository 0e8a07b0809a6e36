import { Skeleton } from '@mantine/core'
import { channelPath } from '../../../shared/public/browse-path.ts'
import type { LibraryItem } from '../../../shared/schema/own/items.ts'
import { client, useAdmin, usePage, useRead } from '../admin.tsx'
import { Failed, RecordSection, SmallButton, When } from '../parts/elements.tsx'
import { FormModal } from '../parts/unsaved.tsx'
import { readItem, Sizes, States } from './item.tsx'
import { Actions } from './item-actions.tsx'
import { DetailsForm } from './item-forms.tsx'
import { CtaForm, FilmForm } from './item-links.tsx'
import { Languages } from './languages.tsx'

/** Where an item is in a list, from 1, and the way to the one before or behind. */
export type Place = { at: number; total: number; go: (by: 1 | -1) => void }

type Props = {
  id: string
  /** Where it is in the list that it is of. */
  place: Place | undefined
  close: () => void
}

/** All of one item: its words, what it looks like, its tags in other languages, and what was done to it. */
export function ItemDialog({ id, place, close }: Props) {
  const { texts } = usePage('library')
  const { data, error, isPending, refetch } = useRead(['library', 'item', id], readItem, id)
  return (
    <FormModal
      opened
      close={close}
      title={data?.title || id}
      size={1080}
      classNames={{ content: 'admin-sheet' }}
    >
      {(leave) => (
        <>
          {place && place.total > 1 && <Steps {...place} go={(by) => leave(() => place.go(by))} />}
          {error && <Failed error={error} retry={refetch} />}
          {isPending && <Skeleton height={320} />}
          {data === null && <p className="admin-state">{texts.gone}</p>}
          {data && <Item key={id} item={data} close={close} />}
        </>
      )}
    </FormModal>
  )
}

/** The ways to the item before and the one behind. */
function Steps({ at, total, go }: Place) {
  const { texts, fill, numberOf } = usePage('library')
  const step = (name: string, sign: string, by: 1 | -1, isEnd: boolean) => (
    <SmallButton aria-label={name} aria-disabled={isEnd} onClick={() => !isEnd && go(by)}>
      {sign}
    </SmallButton>
  )
  return (
    <div className="admin-steps">
      {step(texts.previousItem, '←', -1, at === 1)}
      <span className="admin-soft">{fill(texts.itemOf, { at: numberOf(at), total: numberOf(total) })}</span>
      {step(texts.nextItem, '→', 1, at >= total)}
    </div>
  )
}

function Item({ item, close }: { item: LibraryItem; close: () => void }) {
  const { role } = useAdmin()
  return (
    <>
      <Facts item={item} close={close} />
      <div className="admin-sheet-parts">
        <div>
          <DetailsForm item={item} />
          <FilmForm item={item} />
          <CtaForm item={item} />
          <Languages item={item} />
          {role === 'staff' && <History id={item.id} />}
        </div>
        <Sizes item={item} />
      </div>
    </>
  )
}

/** What an item is, whose, how often it was seen, and whether people see it. */
function Facts({ item, close }: { item: LibraryItem; close: () => void }) {
  const { texts, numberOf } = usePage('library')
  const { id, username, type, reason } = item
  const { data } = useRead(['library', 'metadata', id], client.extendedMetadata, { id })
  const owner = username && (
    <a href={channelPath(username)} target="_blank" rel="noopener">
      @{username}
    </a>
  )
  const facts = [
    [texts.kind, texts[type]],
    [texts.owner, owner],
    [texts.views, data && numberOf(data.view_count)],
  ] as const
  return (
    <div className="admin-facts">
      <dl>
        {facts
          .filter(([, fact]) => fact)
          .map(([name, fact]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
      </dl>
      <States item={item} />
      {reason && (
        <span className="admin-soft" lang="en">
          {reason}
        </span>
      )}
      <Actions item={item} close={close} />
    </div>
  )
}

/** Acts that are seen here; the audit log has all of them. */
const ACTS_SHOWN = 10

/** What was done to an item, the newest first. */
function History({ id }: { id: string }) {
  const { texts } = usePage('library')
  const target = `gif/${id}`
  // Every change of the item is in it.
  const { data, error, refetch } = useRead(['library', 'history', id], client.audit, {
    target,
    limit: ACTS_SHOWN,
  })
  return (
    <RecordSection id="history" title={texts.history}>
      {error && <Failed error={error} retry={refetch} />}
      {data?.results.length === 0 && <p className="admin-soft">{texts.noHistory}</p>}
      {data && data.results.length > 0 && (
        <>
          <ol className="admin-history">
            {data.results.map(({ id: act, actor, action, reason, created_at }) => (
              <li key={act}>
                <code>{action}</code> <bdi>{actor}</bdi>
                <span className="admin-soft">
                  <When at={created_at} />
                </span>
                {reason && <bdi className="admin-soft">{reason}</bdi>}
              </li>
            ))}
          </ol>
          <a href={`/admin/audit?target=${encodeURIComponent(target)}`}>{texts.allHistory}</a>
        </>
      )}
    </RecordSection>
  )
}

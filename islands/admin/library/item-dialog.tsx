import { Skeleton } from '@mantine/core'
import { channelPath } from '../../../shared/public/browse-path.ts'
import type { LibraryItem } from '../../../shared/schema/own/items.ts'
import { client, useAdmin, useChange, usePage, useRead } from '../admin.tsx'
import { Failed, RecordSection, SmallButton, When } from '../parts/elements.tsx'
import { FormModal } from '../parts/unsaved.tsx'
import { hideItem, readItem, Sizes, States } from './item.tsx'
import { DetailsForm } from './item-forms.tsx'
import { CtaForm, FilmForm } from './item-links.tsx'
import { Languages } from './languages.tsx'

/** All of one item: what it looks like, its words, its tags in other languages, and what was done to it. */
export function ItemDialog({ id, close }: { id: string; close: () => void }) {
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
      {error && <Failed error={error} retry={refetch} />}
      {isPending && <Skeleton height={320} />}
      {data === null && <p className="admin-state">{texts.gone}</p>}
      {data && <Item item={data} />}
    </FormModal>
  )
}

function Item({ item }: { item: LibraryItem }) {
  const { role } = useAdmin()
  return (
    <>
      <Facts item={item} />
      <div className="admin-sheet-parts">
        <Sizes item={item} />
        <div>
          <DetailsForm item={item} />
          <FilmForm item={item} />
          <CtaForm item={item} />
          <Languages item={item} />
          {role === 'staff' && <History id={item.id} />}
        </div>
      </div>
    </>
  )
}

/** What an item is, whose, how often it was seen, and whether people see it. */
function Facts({ item }: { item: LibraryItem }) {
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
      <Actions item={item} />
    </div>
  )
}

function Actions({ item: { id, is_hidden, state } }: { item: LibraryItem }) {
  const { common, texts } = usePage('library')
  const hide = useChange({
    list: 'library',
    write: (isHidden: boolean) => hideItem(id, isHidden),
    message: (isHidden) => (isHidden ? texts.hiddenDone : texts.shownDone),
    undo: (isHidden) => !isHidden,
  })
  const retry = useChange({
    list: 'library',
    write: () => client.retryUpload({ id }),
    message: () => texts.making,
  })
  // Until it is seen here: the list behind may take longer.
  const isBusy = hide.isPending && hide.variables !== is_hidden
  return (
    <div className="admin-actions">
      {/* Never disabled, which would take the focus out of the dialog. */}
      <SmallButton aria-busy={isBusy} onClick={() => !isBusy && hide.mutate(!is_hidden)}>
        {is_hidden ? texts.show : texts.hide}
      </SmallButton>
      {state === 'failed' && (
        <SmallButton onClick={() => retry.mutate(undefined)}>{common.retry}</SmallButton>
      )}
      <SmallButton component="a" href={`/gifs/${id}`} target="_blank" rel="noopener">
        {common.openPage}
      </SmallButton>
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

import { Button, Modal, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { channelPath } from '../../../shared/public/browse-path.ts'
import type { LibraryItem } from '../../../shared/schema/own/items.ts'
import { useAdmin } from '../admin-context.ts'
import { client } from '../client.ts'
import { Failed } from '../parts/list.tsx'
import { useChange } from '../parts/use-change.ts'
import { CtaForm } from './cta-form.tsx'
import { DetailsForm } from './details-form.tsx'
import { ItemHistory } from './item-history.tsx'
import { Languages } from './languages.tsx'
import { Sizes } from './sizes.tsx'
import { States } from './states.tsx'
import { readItem, setHidden } from './write-item.ts'

/** All of one item: what it looks like, its words, its tags in other languages, and what was done to it. */
export function ItemDialog({ id, close }: { id: string; close: () => void }) {
  const texts = useAdmin().texts.library
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['library', 'item', id],
    queryFn: async ({ signal }) => (await readItem(id, signal)) ?? null,
  })
  return (
    <Modal
      opened
      onClose={close}
      title={data?.title || id}
      size={1080}
      classNames={{ content: 'admin-sheet' }}
    >
      {error && <Failed error={error} retry={() => void refetch()} />}
      {isPending && <Skeleton height={320} />}
      {data === null && <p className="admin-state">{texts.gone}</p>}
      {data && <Item item={data} />}
    </Modal>
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
          <CtaForm item={item} />
          <Languages item={item} />
          {role === 'staff' && <ItemHistory id={item.id} />}
        </div>
      </div>
    </>
  )
}

/** What an item is, whose, how often it was seen, and whether people see it. */
function Facts({ item }: { item: LibraryItem }) {
  const { texts: all, language } = useAdmin()
  const texts = all.library
  const { id, is_hidden, username, type, reason } = item
  const { data } = useQuery({
    queryKey: ['library', 'metadata', id],
    queryFn: ({ signal }) => client.extendedMetadata({ id }, { signal }),
  })
  const hide = useChange({
    of: 'library',
    write: (isHidden: boolean) => setHidden(id, isHidden),
    said: (isHidden) => (isHidden ? texts.hiddenDone : texts.shownDone),
    undo: (isHidden) => !isHidden,
  })
  // Until it is seen here: the list behind may take longer.
  const isBusy = hide.isPending && hide.variables !== is_hidden
  return (
    <div className="admin-facts">
      <dl>
        <div>
          <dt>{texts.kind}</dt>
          <dd>{texts[type]}</dd>
        </div>
        {username && (
          <div>
            <dt>{texts.owner}</dt>
            <dd>
              <a href={channelPath(username)} target="_blank" rel="noopener">
                @{username}
              </a>
            </dd>
          </div>
        )}
        {data && (
          <div>
            <dt>{texts.views}</dt>
            <dd>{data.view_count.toLocaleString(language)}</dd>
          </div>
        )}
      </dl>
      <States item={item} />
      {reason && (
        <span className="admin-soft" lang="en">
          {reason}
        </span>
      )}
      <div className="admin-actions">
        {/* Never disabled, which would take the focus out of the dialog. */}
        <Button
          variant="default"
          size="xs"
          aria-busy={isBusy}
          onClick={() => !isBusy && hide.mutate(!is_hidden)}
        >
          {is_hidden ? texts.show : texts.hide}
        </Button>
        <Button variant="default" size="xs" component="a" href={`/gifs/${id}`} target="_blank" rel="noopener">
          {texts.page}
        </Button>
      </div>
    </div>
  )
}

import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { usePage } from '../admin.tsx'
import { Detail } from '../channels/detail.tsx'
import { Dialogs } from '../channels/dialogs.tsx'
import { SearchableTree, useTree } from '../channels/tree.tsx'
import { PageTop } from '../parts/elements.tsx'
import { useFilters } from '../parts/filters.tsx'
import { useLeave } from '../parts/unsaved.tsx'

const FILTERS = { search: '', channel: '' }

/** Where the selected channel is below the tree (`channels.css`). */
const NARROW = '(max-width: 1000px)'

/** `/admin/channels`: the tree of channels, and the selected one with its tags and GIFs. */
export default function ChannelsPage() {
  const { texts } = usePage('channels')
  const { filters, change, type } = useFilters(FILTERS)
  const { search, channel: id } = filters
  const [dialog, show] = useState<Parameters<typeof Dialogs>[0]['dialog']>()
  const close = () => show(undefined)
  const tree = useTree(id, close)
  const detail = useRef<HTMLElement>(null)
  const { leave, around } = useLeave()
  const select = (channel: string) => {
    change({ channel })
    if (channel && matchMedia(NARROW).matches) detail.current?.scrollIntoView()
  }
  const goTo = (channel: string) => leave(() => select(channel))
  return (
    <>
      <PageTop title={texts.title} intro={texts.intro}>
        <Button onClick={() => show('new')}>{texts.add}</Button>
      </PageTop>
      <div className="admin-channels">
        <SearchableTree
          {...{ tree, search }}
          select={goTo}
          setSearch={(search) => type({ search })}
          selected={id}
        />
        <section className="admin-card" aria-label={texts.selected} ref={detail}>
          {around(<Detail id={id} select={goTo} show={show} />)}
        </section>
      </div>
      <Dialogs
        {...{ dialog, id, tree, close, select }}
        // The one above it is selected then.
        deleted={({ id, parent }) => {
          tree.toggle(id, false)
          change({ channel: parent })
        }}
      />
    </>
  )
}

import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Channel } from '../../../shared/schema/site-records.ts'
import { useAdmin } from '../admin-context.ts'
import { Detail, type Dialog, Dialogs, one } from '../channels/detail.tsx'
import { Found } from '../channels/found.tsx'
import { Tree } from '../channels/tree.tsx'
import type { TreeRow } from '../channels/tree-rows.ts'
import { type Place, useMove } from '../channels/use-move.ts'
import { useTree } from '../channels/use-tree.ts'
import { PageTop } from '../parts/page-top.tsx'
import { useFilters } from '../place/use-filters.ts'

const FILTERS = { search: '', channel: '' }

/** Where the selected channel is below the tree (`channels.css`). */
const NARROW = '(max-width: 1000px)'

/** `/admin/channels`: the tree of channels, and the selected one with its tags and GIFs. */
export default function ChannelsPage() {
  const { common, channels: texts } = useAdmin().texts
  const { filters, change, type } = useFilters(FILTERS)
  const { search, channel: id } = filters
  const [dialog, setDialog] = useState<Dialog>()
  const detail = useRef<HTMLElement>(null)
  const tree = useTree(id)
  const close = () => setDialog(undefined)
  // Where a dragged channel goes is seen: opened after the move, as a list that is read before it would lack the channel.
  const opens = useRef<string>(undefined)
  const { move, isPending } = useMove(() => {
    close()
    if (opens.current) tree.toggle(opens.current, true)
    opens.current = undefined
  })
  const { data: channel } = useQuery({ ...one(id), enabled: id !== '' })
  const select = (channel: string) => {
    change({ channel })
    if (channel && matchMedia(NARROW).matches) detail.current?.scrollIntoView()
  }
  const drop = ({ channel }: TreeRow, place: Place) => {
    opens.current = place.position === 'last-child' ? place.target : undefined
    move(channel, place)
  }
  // The one above it is selected then.
  const deleted = ({ id, parent }: Channel) => {
    tree.toggle(id, false)
    change({ channel: parent })
  }
  const term = search.trim()
  return (
    <>
      <PageTop title={texts.title} intro={texts.intro}>
        <Button onClick={() => setDialog('new')}>{texts.add}</Button>
      </PageTop>
      <div className="admin-channels">
        <section className="admin-card" aria-label={texts.tree}>
          <search>
            <TextInput
              type="search"
              label={common.search}
              value={search}
              maxLength={100}
              onChange={({ currentTarget }) => type({ search: currentTarget.value })}
            />
          </search>
          {term ? (
            <Found search={term} selected={id} select={select} clear={() => type({ search: '' })} />
          ) : (
            <Tree tree={tree} selected={id} select={select} drop={drop} />
          )}
        </section>
        <section className="admin-card" aria-label={texts.selected} ref={detail}>
          <Detail id={id} select={select} show={setDialog} />
        </section>
      </div>
      <Dialogs
        dialog={dialog}
        channel={channel ?? undefined}
        rows={tree.rows}
        isMoving={isPending}
        close={close}
        select={select}
        deleted={deleted}
        move={move}
      />
    </>
  )
}

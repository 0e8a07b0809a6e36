import { Button, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Channel } from '../../../shared/schema/site-records.ts'
import { usePage } from '../admin.tsx'
import { type ChannelPosition, useChannel, useMove } from '../channels/channels.ts'
import { Detail } from '../channels/detail.tsx'
import { type ChannelDialog, Dialogs } from '../channels/dialogs.tsx'
import { Found, Tree, useTree } from '../channels/tree.tsx'
import type { TreeRow } from '../channels/tree-rows.ts'
import { PageTop } from '../parts/elements.tsx'
import { useFilters } from '../parts/filters.tsx'

const FILTERS = { search: '', channel: '' }

/** Where the selected channel is below the tree (`channels.css`). */
const NARROW = '(max-width: 1000px)'

/** `/admin/channels`: the tree of channels, and the selected one with its tags and GIFs. */
export default function ChannelsPage() {
  const { texts } = usePage('channels')
  const { filters, change, type } = useFilters(FILTERS)
  const { search, channel: id } = filters
  const [dialog, setDialog] = useState<ChannelDialog>()
  const { detail, select } = useSelect(change)
  const tree = useTree(id)
  const close = () => setDialog(undefined)
  const { move, drop, isPending } = useTreeMove(tree, close)
  const { data: channel } = useChannel(id)
  // The one above it is selected then.
  const deleted = ({ id, parent }: Channel) => {
    tree.toggle(id, false)
    change({ channel: parent })
  }
  return (
    <>
      <PageTop title={texts.title} intro={texts.intro}>
        <Button onClick={() => setDialog('new')}>{texts.add}</Button>
      </PageTop>
      <div className="admin-channels">
        <SearchableTree
          {...{ tree, search, select, drop }}
          setSearch={(search) => type({ search })}
          selected={id}
        />
        <section className="admin-card" aria-label={texts.selected} ref={detail}>
          <Detail id={id} select={select} show={setDialog} />
        </section>
      </div>
      <Dialogs
        {...{ dialog, close, select, deleted, move }}
        channel={channel ?? undefined}
        rows={tree.rows}
        isMoving={isPending}
      />
    </>
  )
}

/** Selects a channel, and shows its part of the page where that is below the tree. */
function useSelect(change: (changed: { channel: string }) => void) {
  const detail = useRef<HTMLElement>(null)
  const select = (channel: string) => {
    change({ channel })
    if (channel && matchMedia(NARROW).matches) detail.current?.scrollIntoView()
  }
  return { detail, select }
}

type OpenTree = ReturnType<typeof useTree>

/** Moves channels of a tree, and opens where one was dropped. @param close after a move */
function useTreeMove(tree: OpenTree, close: () => void) {
  // Opened after the move, as a list that is read before it would lack the channel.
  const opens = useRef<string>(undefined)
  const { move, isPending } = useMove(() => {
    close()
    if (opens.current) tree.toggle(opens.current, true)
    opens.current = undefined
  })
  const drop = ({ channel }: TreeRow, to: ChannelPosition) => {
    opens.current = to.position === 'last-child' ? to.target : undefined
    move(channel, to)
  }
  return { move, drop, isPending }
}

type TreeProps = {
  tree: OpenTree
  search: string
  setSearch: (search: string) => void
  selected: string
  select: (id: string) => void
  drop: (row: TreeRow, to: ChannelPosition) => void
}

/** The tree, or what a search finds. */
function SearchableTree({ tree, search, setSearch, selected, select, drop }: TreeProps) {
  const { common, texts } = usePage('channels')
  const term = search.trim()
  return (
    <section className="admin-card" aria-label={texts.tree}>
      <search>
        <TextInput
          type="search"
          label={common.search}
          value={search}
          maxLength={100}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      </search>
      {term ? (
        <Found search={term} selected={selected} select={select} clear={() => setSearch('')} />
      ) : (
        <Tree tree={tree} selected={selected} select={select} drop={drop} />
      )}
    </section>
  )
}

import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin, usePage } from '../admin.tsx'
import { found, useChannel } from '../channels/channels.ts'
import { SmallButton } from '../parts/elements.tsx'
import { ItemsOrder } from '../parts/items-order.tsx'
import { OrderedItems } from '../parts/order.tsx'

/** Items of a block at most. */
export const BLOCK_ITEMS_MAX = 50

type Props = {
  items: readonly string[]
  change: (items: readonly string[]) => void
}

/** The GIFs of a block, in their order. */
export const BlockGifs = ({ items, change }: Props) => (
  <ItemsOrder legend={useAdmin().texts.common.gifs} max={BLOCK_ITEMS_MAX} ids={items} change={change} />
)

/** The channels of a block, in their order, and a search for more. */
export function BlockChannels({ items, change }: Props) {
  const { channels } = useAdmin().texts
  return (
    <fieldset className="admin-order">
      <legend>{channels.title}</legend>
      <OrderedItems ids={items} change={change} face={(id) => <ChannelName id={id} />} />
      {items.length < BLOCK_ITEMS_MAX && <AddChannel has={items} add={(id) => change([...items, id])} />}
    </fieldset>
  )
}

/** A channel's name; its id where it is gone. */
const ChannelName = ({ id }: { id: string }) => <bdi>{useChannel(id).data?.display_name ?? id}</bdi>

type AddProps = { has: readonly string[]; add: (id: string) => void }

/** Channels that a search finds, each with a button that adds it. */
function AddChannel({ has, add }: AddProps) {
  const { all, common, texts } = usePage('blocks')
  const [search, setSearch] = useState('')
  const term = search.trim()
  const { data = [] } = useQuery({ ...found(term), enabled: term !== '' })
  const others = data.filter(({ id }) => !has.includes(id))
  return (
    <>
      <TextInput
        type="search"
        label={texts.findChannel}
        value={search}
        maxLength={100}
        data-go="add"
        // It would send the form around it.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <ul className="admin-order-rows" aria-label={all.channels.found}>
        {others.map(({ id, display_name, user }) => (
          <li key={id}>
            <SmallButton aria-label={`${common.add}: ${display_name}`} onClick={() => add(id)}>
              {common.add}
            </SmallButton>
            <span>
              <bdi>{display_name}</bdi> {user && <bdi className="admin-soft">@{user.username}</bdi>}
            </span>
          </li>
        ))}
      </ul>
      {term !== '' && others.length === 0 && (
        <p className="admin-soft" role="status">
          {common.noMatch}
        </p>
      )}
    </>
  )
}

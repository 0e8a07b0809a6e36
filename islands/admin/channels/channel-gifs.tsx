import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ORDERED_MAX } from '../../../shared/calls/site/channels.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import { byStatus, client, statusOf, useChange, usePage } from '../admin.tsx'
import { Failed, ItemLink, SmallButton } from '../parts/elements.tsx'
import { FormDialog, useForm } from '../parts/form.tsx'
import { useItemsField } from '../parts/items-field.tsx'
import { OrderedItems } from '../parts/order.tsx'
import { CHANNELS } from './channels.ts'

const NONE: readonly Gif[] = []

type GifChange = { gif: string; title: string; isIn: boolean }

/** A channel's GIFs as a query, a page at a time; the next one is before the last GIF of the one above. */
const useGifs = (channel: string) =>
  useInfiniteQuery({
    queryKey: [CHANNELS, 'gifs', channel],
    initialPageParam: '',
    async queryFn({ pageParam: max_id, signal }) {
      const page = await client.channelGifs({ id: channel, ...(max_id && { max_id }) }, { signal })
      return { gifs: page?.data ?? [], total: page?.pagination?.total_count ?? 0 }
    },
    getNextPageParam: ({ gifs, total }, pages) =>
      pages.reduce((count, page) => count + page.gifs.length, 0) < total ? gifs.at(-1)?.id : undefined,
  })

/** A channel's GIFs, the newest entry first. */
export function ChannelGifs({ channel }: { channel: string }) {
  const { common, texts, fill } = usePage('channels')
  const [isAdding, setAdding] = useState(false)
  const add = useRef<HTMLButtonElement>(null)
  const { data, dataUpdatedAt, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } =
    useGifs(channel)
  const change = useChange({
    list: CHANNELS,
    write: ({ gif, isIn }: GifChange) =>
      isIn ? client.addChannelGif({ channel, gif }) : client.removeChannelGif({ channel, gif }),
    message: ({ title, isIn }) => fill(isIn ? texts.backIn : texts.out, { title }),
    undo: (input) => ({ ...input, isIn: !input.isIn }),
    // The button that was pressed goes with its row.
    done: () => add.current?.focus(),
  })
  const gifs = data?.pages.flatMap((page) => page.gifs)
  const titleOf = (id: string) => gifs?.find((gif) => gif.id === id)?.title || id
  const { ids, order } = useOrder(channel, dataUpdatedAt, gifs ?? NONE)
  return (
    <section className="admin-part" aria-labelledby="channel-gifs">
      <div className="admin-part-top">
        <h3 id="channel-gifs">{common.gifs}</h3>
        <SmallButton ref={add} onClick={() => setAdding(true)}>
          {texts.addGifs}
        </SmallButton>
      </div>
      {error && <Failed error={error} retry={refetch} />}
      {!gifs && !error && <Skeleton height={48} role="status" aria-label={common.loading} />}
      {gifs?.length === 0 && <p className="admin-soft">{texts.gifsEmpty}</p>}
      {gifs && gifs.length > 0 && (
        <div className="admin-order admin-channel-gifs">
          <OrderedItems
            ids={ids}
            change={order}
            face={(id) => <ItemLink id={id} gif={gifs.find((gif) => gif.id === id)} />}
            more={(gif) => (
              <TakeOut title={titleOf(gif)} press={(title) => change.mutate({ gif, title, isIn: false })} />
            )}
            isKept
          />
        </div>
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {common.more}
        </Button>
      )}
      {isAdding && <AddGifs channel={channel} close={() => setAdding(false)} />}
    </section>
  )
}

type Order = { ids: readonly string[]; was: readonly string[] }

/** The part of an order that a write names: what follows stays as it is. */
const changedPart = ({ ids, was }: Order) =>
  ids.slice(0, ids.findLastIndex((id, at) => id !== was[at]) + 1).slice(0, ORDERED_MAX)

/**
 * The order of a channel's GIFs: as it was chosen just now, until it is read again. A site elsewhere keeps its own.
 * @param read when it was read, in ms: an undo may come before the next time, and then the same is read again
 */
function useOrder(channel: string, read: number, gifs: readonly Gif[]) {
  const { common, texts, hasOwnCalls } = usePage('channels')
  const [chosen, choose] = useState<{ ids: readonly string[]; over: number }>()
  const { mutate } = useChange({
    list: CHANNELS,
    write(order: Order) {
      choose({ ids: order.ids, over: read })
      return client.orderChannel({ id: channel, gif_ids: changedPart(order) })
    },
    message: () => texts.ordered,
    undo: ({ ids, was }) => ({ ids: was, was: ids }),
    failure(error) {
      choose(undefined)
      return byStatus({ 400: common.conflict })(error)
    },
  })
  const ids = chosen && chosen.over === read ? chosen.ids : gifs.map(({ id }) => id)
  const order = (next: string[]) => mutate({ ids: next, was: ids })
  return { ids, order: hasOwnCalls ? order : undefined }
}

function TakeOut({ title, press }: { title: string; press: (title: string) => void }) {
  const { texts, fill } = usePage('channels')
  return (
    <Button
      size="xs"
      variant="subtle"
      aria-label={fill(texts.takeOutOf, { title })}
      onClick={() => press(title)}
    >
      {texts.takeOut}
    </Button>
  )
}

const isMissing = (error: unknown) => [404, 410].includes(statusOf(error) ?? 0)

/** Puts GIFs into a channel, so that they are in this order. @returns those that are not there */
async function addGifs(channel: string, gifs: readonly string[]): Promise<string[]> {
  const missing: string[] = []
  // The newest entry is the first: the last one goes in before the others.
  for (const gif of gifs.toReversed()) {
    await client.addChannelGif({ channel, gif }).catch((error) => {
      if (!isMissing(error)) throw error
      missing.unshift(gif)
    })
  }
  return missing
}

/** Puts GIFs in, in the order of their lines. Those that are not there stay in the field. */
function AddGifs({ channel, close }: { channel: string; close: () => void }) {
  const { common, texts, fill } = usePage('channels')
  const form = useForm({ items: '' })
  const missing = useRef<string[]>([])
  const { field, ids, wrong, leave } = useItemsField(form, common.gifs)
  const put = useChange({
    list: CHANNELS,
    async write(gifs: readonly string[]) {
      missing.current = [...(await addGifs(channel, gifs)), ...wrong]
    },
    message(gifs) {
      const count = gifs.filter((gif) => !missing.current.includes(gif)).length
      return missing.current.length === 0
        ? fill(texts.added, { count })
        : fill(texts.notAdded, { count, ids: missing.current.join(', ') })
    },
    done: () => leave(missing.current, close),
  })
  return (
    <FormDialog
      close={close}
      title={texts.addGifs}
      form={form}
      fields={[field]}
      go={texts.addGifs}
      isBusy={put.isPending}
      submit={() => put.mutate(ids)}
    />
  )
}

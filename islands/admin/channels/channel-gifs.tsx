import { Button, Skeleton, Stack, Textarea } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { UpstreamError } from '../../../shared/errors.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { client } from '../client.ts'
import { Ask } from '../parts/ask.tsx'
import { gifIdsOf } from '../parts/gif-ids.ts'
import { ItemLink } from '../parts/item-link.tsx'
import { Failed } from '../parts/list.tsx'
import { useChange } from '../parts/use-change.ts'
import { CHANNELS } from './read-channels.ts'

type Change = { gif: string; title: string; isIn: boolean }

/** A channel's GIFs, the newest entry first; the next page is before the last GIF of the one above. */
export function ChannelGifs({ channel }: { channel: string }) {
  const { common, channels: texts } = useAdmin().texts
  const [isAdding, setAdding] = useState(false)
  const add = useRef<HTMLButtonElement>(null)
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [CHANNELS, 'gifs', channel],
    initialPageParam: '',
    async queryFn({ pageParam: max_id, signal }) {
      const page = await client.channelGifs({ id: channel, ...(max_id && { max_id }) }, { signal })
      return { gifs: page?.data ?? [], total: page?.pagination?.total_count ?? 0 }
    },
    getNextPageParam: ({ gifs, total }, pages) =>
      pages.reduce((count, page) => count + page.gifs.length, 0) < total ? gifs.at(-1)?.id : undefined,
  })
  const change = useChange({
    of: CHANNELS,
    write: ({ gif, isIn }: Change) =>
      isIn ? client.addChannelGif({ channel, gif }) : client.removeChannelGif({ channel, gif }),
    said: ({ title, isIn }) => interpolate(isIn ? texts.backIn : texts.out, { title }),
    undo: (input) => ({ ...input, isIn: !input.isIn }),
    // The button that was pressed goes with its row.
    done: () => add.current?.focus(),
  })
  const gifs = data?.pages.flatMap((page) => page.gifs)
  return (
    <section className="admin-part" aria-labelledby="channel-gifs">
      <div className="admin-part-top">
        <h3 id="channel-gifs">{texts.gifs}</h3>
        <Button ref={add} size="xs" variant="default" onClick={() => setAdding(true)}>
          {texts.addGifs}
        </Button>
      </div>
      {error && <Failed error={error} retry={() => void refetch()} />}
      {!gifs && !error && <Skeleton height={48} role="status" aria-label={common.loading} />}
      {gifs?.length === 0 && <p className="admin-soft">{texts.gifsEmpty}</p>}
      {gifs && gifs.length > 0 && (
        <ol className="admin-channel-gifs">
          {gifs.map((gif) => (
            <li key={gif.id}>
              <ItemLink id={gif.id} gif={gif} />
              <Button
                size="xs"
                variant="subtle"
                aria-label={interpolate(texts.takeOutOf, { title: gif.title || gif.id })}
                onClick={() => change.mutate({ gif: gif.id, title: gif.title || gif.id, isIn: false })}
              >
                {texts.takeOut}
              </Button>
            </li>
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {texts.more}
        </Button>
      )}
      {isAdding && <AddGifs channel={channel} close={() => setAdding(false)} />}
    </section>
  )
}

const isMissing = (error: unknown) =>
  error instanceof UpstreamError && (error.status === 404 || error.status === 410)

/** Puts GIFs in, so that they stand in the order of their lines. Those that are not there stay in the field. */
function AddGifs({ channel, close }: { channel: string; close: () => void }) {
  const { channels: texts, takedowns } = useAdmin().texts
  const [items, setItems] = useState('')
  const [isSent, setSent] = useState(false)
  const missing = useRef<string[]>([])
  const { ids, wrongLine } = gifIdsOf(items)
  const problem = wrongLine
    ? interpolate(takedowns.itemsWrong, { line: wrongLine })
    : ids.length === 0 && takedowns.itemsNeeded
  const put = useChange({
    of: CHANNELS,
    async write(gifs: readonly string[]) {
      missing.current = []
      // The newest entry is the first: the last line goes in before the others.
      for (const gif of gifs.toReversed()) {
        await client.addChannelGif({ channel, gif }).catch((error) => {
          if (!isMissing(error)) throw error
          missing.current.unshift(gif)
        })
      }
    },
    said(gifs) {
      const { length } = missing.current
      return length === 0
        ? interpolate(texts.added, { count: gifs.length })
        : interpolate(texts.notAdded, { count: gifs.length - length, ids: missing.current.join(', ') })
    },
    done: () => (missing.current.length === 0 ? close() : setItems(missing.current.join('\n'))),
  })
  return (
    <Ask
      isOpen
      close={close}
      title={texts.addGifs}
      go={texts.addGifs}
      isBusy={put.isPending}
      submit={() => {
        setSent(true)
        if (!problem) put.mutate(ids)
      }}
    >
      <Stack>
        <Textarea
          label={texts.gifs}
          description={takedowns.itemsHint}
          rows={4}
          value={items}
          onChange={({ currentTarget }) => setItems(currentTarget.value)}
          error={isSent && problem}
          data-autofocus
        />
      </Stack>
    </Ask>
  )
}

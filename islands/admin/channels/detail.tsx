import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { channelPath } from '../../../shared/public/browse-path.ts'
import type { Channel } from '../../../shared/schema/site-records.ts'
import { useAdmin } from '../admin-context.ts'
import { client } from '../client.ts'
import { Failed } from '../parts/list.tsx'
import { byStatus } from './by-status.ts'
import { EditChannel, NewChannel } from './channel-form.tsx'
import { ChannelGifs } from './channel-gifs.tsx'
import { ChannelTags } from './channel-tags.tsx'
import { DeleteChannel } from './delete-channel.tsx'
import { MoveChannel } from './move-channel.tsx'
import { CHANNELS } from './read-channels.ts'
import { Hidden } from './tree.tsx'
import type { TreeRow } from './tree-rows.ts'
import type { Place } from './use-move.ts'

/** A channel by its id, as a query. */
export const one = (id: string) => ({
  queryKey: [CHANNELS, 'one', id],
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await client.channel({ id }, { signal })) ?? null,
})

/** A dialog of the page. */
export type Dialog = 'new' | 'edit' | 'move' | 'delete'

type Props = {
  id: string
  select: (id: string) => void
  show: (dialog: Dialog) => void
}

/** The selected channel: what it is, what can be done with it, its tags and its GIFs. */
export function Detail({ id, select, show }: Props) {
  const { common, channels: texts } = useAdmin().texts
  const { data: channel, error, refetch } = useQuery({ ...one(id), enabled: id !== '' })
  if (!id) return <div className="admin-state">{texts.choose}</div>
  const gone = byStatus({ 404: texts.gone })(error)
  if (gone || channel === null) {
    return (
      <div className="admin-state" role="alert">
        <span>{gone ?? texts.gone}</span>
        <Button variant="default" onClick={() => select('')}>
          {common.close}
        </Button>
      </div>
    )
  }
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!channel) return <Skeleton height={28} m={20} width="40%" role="status" aria-label={common.loading} />
  const actions: [Dialog, string][] = [
    ['edit', texts.edit],
    ['move', texts.move],
    ['delete', texts.remove],
  ]
  return (
    <>
      <div className="admin-channel-top">
        <h2>
          <bdi>{channel.display_name}</bdi> {!channel.is_visible && <Hidden />}
        </h2>
        <p className="admin-soft">
          {channel.user && <bdi>@{channel.user.username} · </bdi>}
          <a href={channelPath(channel.slug)} target="_blank" rel="noopener">
            {texts.preview}
          </a>
        </p>
        {channel.description && (
          <p>
            <bdi>{channel.description}</bdi>
          </p>
        )}
        <div className="admin-actions">
          {actions.map(([dialog, name]) => (
            <Button key={dialog} size="xs" variant="default" onClick={() => show(dialog)}>
              {name}
            </Button>
          ))}
        </div>
      </div>
      <ChannelTags key={`tags ${channel.id}`} channel={channel} />
      <ChannelGifs key={`gifs ${channel.id}`} channel={channel.id} />
    </>
  )
}

type DialogsProps = {
  dialog: Dialog | undefined
  channel: Channel | undefined
  rows: readonly TreeRow[]
  isMoving: boolean
  close: () => void
  select: (id: string) => void
  deleted: (channel: Channel) => void
  move: (channel: Channel, place: Place) => void
}

/** The dialog that is open. */
export function Dialogs({ dialog, channel, rows, isMoving, close, select, deleted, move }: DialogsProps) {
  if (dialog === 'new') return <NewChannel parent={channel} close={close} select={select} />
  if (!channel) return null
  if (dialog === 'edit') return <EditChannel channel={channel} close={close} />
  if (dialog === 'delete') return <DeleteChannel channel={channel} close={close} deleted={deleted} />
  if (dialog !== 'move') return null
  return (
    <MoveChannel
      channel={channel}
      rows={rows}
      isBusy={isMoving}
      close={close}
      move={(place) => move(channel, place)}
    />
  )
}

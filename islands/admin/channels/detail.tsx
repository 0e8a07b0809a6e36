import { Skeleton } from '@mantine/core'
import { channelPath } from '../../../shared/public/browse-path.ts'
import type { Channel } from '../../../shared/schema/site-records.ts'
import { byStatus, usePage } from '../admin.tsx'
import { Failed, Notice, SmallButton, StateBadge } from '../parts/elements.tsx'
import { ChannelGifs } from './channel-gifs.tsx'
import { ChannelTags } from './channel-tags.tsx'
import { type ChannelDialog, useChannel } from './channels.ts'

type Props = {
  id: string
  select: (id: string) => void
  show: (dialog: ChannelDialog) => void
}

/** The selected channel: what it is, what can be done with it, its tags and its GIFs. */
export function Detail({ id, select, show }: Props) {
  const { common, texts } = usePage('channels')
  const { data: channel, error, refetch } = useChannel(id)
  if (!id) return <Notice isWithin text={texts.choose} />
  const gone = byStatus({ 404: texts.gone })(error)
  if (gone || channel === null) {
    return (
      <Notice isWithin role="alert" text={gone ?? texts.gone} act={common.close} press={() => select('')} />
    )
  }
  if (error) return <Failed error={error} retry={refetch} />
  if (!channel) return <Skeleton height={28} m={20} width="40%" role="status" aria-label={common.loading} />
  return (
    <>
      <ChannelTop channel={channel} show={show} />
      <ChannelTags key={`tags ${channel.id}`} channel={channel} />
      <ChannelGifs key={`gifs ${channel.id}`} channel={channel.id} />
    </>
  )
}

function ChannelTop({ channel, show }: Pick<Props, 'show'> & { channel: Channel }) {
  const { common, texts } = usePage('channels')
  const actions: [ChannelDialog, string][] = [
    ['edit', common.edit],
    ['move', texts.move],
    ['delete', common.delete],
  ]
  return (
    <div className="admin-channel-top">
      <h2>
        <bdi>{channel.display_name}</bdi> {!channel.is_visible && <StateBadge>{texts.hidden}</StateBadge>}
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
          <SmallButton key={dialog} onClick={() => show(dialog)}>
            {name}
          </SmallButton>
        ))}
      </div>
    </div>
  )
}

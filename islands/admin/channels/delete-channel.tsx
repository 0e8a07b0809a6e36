import { useQuery } from '@tanstack/react-query'
import type { Channel } from '../../../shared/schema/site-records.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { client } from '../client.ts'
import { Ask } from '../parts/ask.tsx'
import { useChange } from '../parts/use-change.ts'
import { byStatus } from './by-status.ts'
import { below, CHANNELS } from './read-channels.ts'

type Props = { channel: Channel; close: () => void; deleted: (channel: Channel) => void }

/** Deletes a channel, after saying what goes with it. */
export function DeleteChannel({ channel, close, deleted }: Props) {
  const { channels: texts } = useAdmin().texts
  const { data } = useQuery({ ...below(channel.id), enabled: channel.has_children })
  const owner = channel.user?.id
  const going = data?.filter(({ user }) => user?.id === owner) ?? []
  const remove = useChange({
    of: CHANNELS,
    write: ({ id }: Channel) => client.deleteChannel({ id }),
    said: ({ display_name }) => interpolate(texts.removed, { name: display_name }),
    failed: byStatus({ 404: texts.gone }),
    done() {
      close()
      deleted(channel)
    },
  })
  return (
    <Ask
      isOpen
      close={close}
      title={interpolate(texts.removeTitle, { name: channel.display_name })}
      go={texts.remove}
      danger
      isBusy={remove.isPending}
      submit={() => remove.mutate(channel)}
    >
      <p>{texts.removeText}</p>
      {going.length > 0 && (
        <>
          <p>{texts.removeBelow}</p>
          <ul className="admin-going">
            {going.map(({ id, display_name }) => (
              <li key={id}>
                <bdi>{display_name}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
      {data && data.length > going.length && <p>{texts.removeOthers}</p>}
    </Ask>
  )
}

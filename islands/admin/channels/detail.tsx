import { Button, Skeleton } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { channelPath } from '../../../shared/public/browse-path.ts'
import type { Channel } from '../../../shared/schema/site-records.ts'
import { byStatus, client, useChange, usePage } from '../admin.tsx'
import { Failed, Notice, RecordSection, SmallButton, StateBadge } from '../parts/elements.tsx'
import { NewWord } from '../parts/new-word.tsx'
import { ChannelGifs } from './channel-gifs.tsx'
import { CHANNELS, type ChannelDialog, useChannel } from './channels.ts'

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

type Write = () => Promise<unknown>

/** The writes of tags: each says that it is done. */
function useTags() {
  const { texts } = usePage('channels')
  return useChange({
    list: CHANNELS,
    write: (write: Write) => write(),
    message: () => texts.tagsSaved,
    failure: byStatus({ 404: texts.tagGone, 409: texts.tagsFull }),
  })
}

const TagButton = Button.withProps({ size: 'compact-sm', variant: 'subtle' })

type Tag = Channel['magic_tags'][number]

type ListProps<T extends Tag> = {
  id: string
  title: string
  hint: string
  tags: readonly T[]
  add: (tag: string) => Promise<unknown>
  remove: (tag: T) => Promise<unknown>
  /** More buttons of a tag. */
  more?: (tag: T, at: number, write: (act: Write) => void) => ReactNode
}

/** Tags with a way to take each out, and a field for one more. */
function TagList<T extends Tag>({ id, title, hint, tags, add, remove, more }: ListProps<T>) {
  const { common, texts, fill } = usePage('channels')
  const field = useRef<HTMLInputElement>(null)
  const { mutate: write, isPending } = useTags()
  const takeOut = (tag: T) => {
    write(() => remove(tag))
    // The button goes with its tag.
    field.current?.focus()
  }
  return (
    <RecordSection className="admin-part" id={id} title={title}>
      <p className="admin-soft">{hint}</p>
      {tags.length === 0 && <p className="admin-soft">{texts.noTags}</p>}
      {tags.length > 0 && (
        <ol className="admin-tags">
          {tags.map((each, at) => (
            <li key={each.id}>
              <bdi>{each.tag}</bdi>
              {more?.(each, at, write)}
              <TagButton aria-label={fill(common.removeTag, { tag: each.tag })} onClick={() => takeOut(each)}>
                ✕
              </TagButton>
            </li>
          ))}
        </ol>
      )}
      <NewWord
        label={title}
        field={field}
        isBusy={isPending}
        add={(tag, done) => write(() => add(tag).then(done))}
      />
    </RecordSection>
  )
}

/** A tag moves one rank up or down; at the end its button keeps the focus and does nothing. */
const STEPS = [
  { name: 'up', sign: '↑', by: -1 },
  { name: 'down', sign: '↓', by: 1 },
] as const

/** A channel's ranked tags in their order, and its magic tags. */
function ChannelTags({ channel: { id: channel, ranked_tags, magic_tags } }: { channel: Channel }) {
  const { texts, fill } = usePage('channels')
  const ranked = ranked_tags.toSorted((one, other) => one.rank - other.rank)
  return (
    <div className="admin-parts">
      <TagList
        id="ranked-tags"
        title={texts.ranked}
        hint={texts.rankedHint}
        tags={ranked}
        add={(tag) => client.createRankedTag({ channel, tag })}
        remove={({ id }) => client.deleteRankedTag({ id })}
        more={({ id, tag, rank }, at, write) =>
          STEPS.map(({ name, sign, by }) => {
            const isEnd = !ranked[at + by]
            return (
              <TagButton
                key={name}
                aria-label={fill(texts[name], { tag })}
                aria-disabled={isEnd}
                {...(isEnd && { 'data-disabled': true })}
                onClick={() => isEnd || write(() => client.updateRankedTag({ id, rank: rank + by }))}
              >
                {sign}
              </TagButton>
            )
          })
        }
      />
      <TagList
        id="magic-tags"
        title={texts.magic}
        hint={texts.magicHint}
        tags={magic_tags}
        add={(tag) => client.createMagicTag({ channel, tag })}
        remove={({ id }) => client.deleteMagicTag({ id })}
      />
    </div>
  )
}

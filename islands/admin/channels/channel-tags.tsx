import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { Channel } from '../../../shared/schema/site-records.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { client } from '../client.ts'
import { useChange } from '../parts/use-change.ts'
import { byStatus } from './by-status.ts'
import { CHANNELS } from './read-channels.ts'

type Write = () => Promise<unknown>

/** The writes of tags: each says that it is done. */
function useTags() {
  const { channels: texts } = useAdmin().texts
  const { mutate, isPending } = useChange({
    of: CHANNELS,
    write: (write: Write) => write(),
    said: () => texts.tagsSaved,
    failed: byStatus({ 404: texts.tagGone, 409: texts.tagsFull }),
  })
  return { write: (act: Write) => mutate(act), isPending }
}

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
  const { channels: texts } = useAdmin().texts
  const [tag, setTag] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const { write, isPending } = useTags()
  const send = (event: FormEvent) => {
    event.preventDefault()
    const text = tag.trim()
    if (!text) return field.current?.focus()
    write(async () => {
      await add(text)
      setTag('')
    })
  }
  return (
    <section className="admin-part" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <p className="admin-soft">{hint}</p>
      {tags.length === 0 && <p className="admin-soft">{texts.noTags}</p>}
      {tags.length > 0 && (
        <ol className="admin-tags">
          {tags.map((each, at) => (
            <li key={each.id}>
              <bdi>{each.tag}</bdi>
              {more?.(each, at, write)}
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={interpolate(texts.removeTag, { tag: each.tag })}
                onClick={() => {
                  write(() => remove(each))
                  // The button goes with its tag.
                  field.current?.focus()
                }}
              >
                ✕
              </Button>
            </li>
          ))}
        </ol>
      )}
      <form className="admin-tag-form" onSubmit={send}>
        <TextInput
          ref={field}
          aria-label={title}
          placeholder={texts.tag}
          size="xs"
          value={tag}
          maxLength={100}
          onChange={({ currentTarget }) => setTag(currentTarget.value)}
        />
        <Button type="submit" size="xs" variant="default" loading={isPending}>
          {texts.addTag}
        </Button>
      </form>
    </section>
  )
}

/** A channel's ranked tags in their order, and its magic tags. */
export function ChannelTags({ channel: { id: channel, ranked_tags, magic_tags } }: { channel: Channel }) {
  const { channels: texts } = useAdmin().texts
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
        more={({ id, tag, rank }, at, write) => (
          <>
            <Step
              name={interpolate(texts.up, { tag })}
              sign="↑"
              isEnd={at === 0}
              press={() => write(() => client.updateRankedTag({ id, rank: rank - 1 }))}
            />
            <Step
              name={interpolate(texts.down, { tag })}
              sign="↓"
              isEnd={at === ranked.length - 1}
              press={() => write(() => client.updateRankedTag({ id, rank: rank + 1 }))}
            />
          </>
        )}
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

type StepProps = { name: string; sign: string; isEnd: boolean; press: () => void }

/** Moves a tag one rank. At the end it keeps the focus and does nothing. */
const Step = ({ name, sign, isEnd, press }: StepProps) => (
  <Button
    size="compact-sm"
    variant="subtle"
    aria-label={name}
    aria-disabled={isEnd}
    {...(isEnd && { 'data-disabled': true })}
    onClick={() => isEnd || press()}
  >
    {sign}
  </Button>
)

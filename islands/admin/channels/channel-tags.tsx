import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import type { Channel } from '../../../shared/schema/site-records.ts'
import { byStatus, client, useChange, usePage } from '../admin.tsx'
import { RecordSection } from '../parts/elements.tsx'
import { CHANNELS } from './channels.ts'

type Write = () => Promise<unknown>

/** The writes of tags: each says that it is done. */
function useTags() {
  const { texts } = usePage('channels')
  const { mutate, isPending } = useChange({
    list: CHANNELS,
    write: (write: Write) => write(),
    message: () => texts.tagsSaved,
    failure: byStatus({ 404: texts.tagGone, 409: texts.tagsFull }),
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
  const { common, texts, fill } = usePage('channels')
  const field = useRef<HTMLInputElement>(null)
  const { write, isPending } = useTags()
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
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={fill(common.removeTag, { tag: each.tag })}
                onClick={() => takeOut(each)}
              >
                ✕
              </Button>
            </li>
          ))}
        </ol>
      )}
      <NewTag
        title={title}
        field={field}
        isBusy={isPending}
        add={(tag, done) => write(() => add(tag).then(done))}
      />
    </RecordSection>
  )
}

type NewTagProps = {
  title: string
  field: RefObject<HTMLInputElement | null>
  isBusy: boolean
  add: (tag: string, done: () => void) => void
}

function NewTag({ title, field, isBusy, add }: NewTagProps) {
  const { common } = usePage('channels')
  const [tag, setTag] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    const text = tag.trim()
    if (text) add(text, () => setTag(''))
    else field.current?.focus()
  }
  return (
    <form className="admin-tag-form" onSubmit={send}>
      <TextInput
        ref={field}
        aria-label={title}
        placeholder={common.tag}
        size="xs"
        value={tag}
        maxLength={100}
        onChange={({ currentTarget }) => setTag(currentTarget.value)}
      />
      <Button type="submit" size="xs" variant="default" loading={isBusy}>
        {common.add}
      </Button>
    </form>
  )
}

/** A channel's ranked tags in their order, and its magic tags. */
export function ChannelTags({ channel: { id: channel, ranked_tags, magic_tags } }: { channel: Channel }) {
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
        more={({ id, tag, rank }, at, write) => {
          const moveTo = (rank: number) => write(() => client.updateRankedTag({ id, rank }))
          const isLast = at === ranked.length - 1
          return (
            <>
              <Step name={fill(texts.up, { tag })} sign="↑" isEnd={at === 0} press={() => moveTo(rank - 1)} />
              <Step name={fill(texts.down, { tag })} sign="↓" isEnd={isLast} press={() => moveTo(rank + 1)} />
            </>
          )
        }}
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

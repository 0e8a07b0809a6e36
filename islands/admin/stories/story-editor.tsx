import { Button, Skeleton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { channelPath, storyPath } from '../../../shared/public/browse-path.ts'
import { isConflict, isoOf, useAdmin, useChange, usePage, useRead } from '../admin.tsx'
import { type GatewayStory, gateway } from '../gateway-client.ts'
import { Failed, PageTop, StateBadge } from '../parts/elements.tsx'
import { aheadOf, FormDialog, momentField, useConfirm, useForm } from '../parts/form.tsx'
import { useLeave } from '../parts/unsaved.tsx'
import { StoryForm } from './story-form.tsx'

type Props = {
  /** undefined for a new story. */
  id: string | undefined
  back: () => void
  /** Called with a new one, once it is saved. */
  created: (story: GatewayStory) => void
}

/** One story: its form, and its state next to it. */
export function StoryEditor({ id, back, created }: Props) {
  // What is being edited must not change by itself: a save finds out what others have done.
  const kept = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, enabled: id !== undefined }
  const { data, error, refetch } = useRead(['story', id], gateway.story, { id: id ?? '' }, kept)
  const [saved, setSaved] = useState<GatewayStory>()
  if (error) return <Failed error={error} retry={refetch} />
  if (id === undefined) return <Editor story={undefined} back={back} saved={created} />
  if (!data) return <Skeleton height={420} radius={12} />
  return <Editor story={saved ?? data} back={back} saved={setSaved} />
}

type EditorProps = { story: GatewayStory | undefined; back: () => void; saved: (story: GatewayStory) => void }

function Editor({ story, back, saved }: EditorProps) {
  const { texts } = usePage('stories')
  const { leave, around } = useLeave()
  return around(
    <>
      <PageTop title={story ? story.title || texts.untitled : texts.add} intro={texts.intro}>
        <Button variant="default" onClick={() => leave(back)}>
          {texts.back}
        </Button>
      </PageTop>
      <div className="admin-story">
        <StoryForm story={story} saved={saved} />
        {story && <StoryState story={story} changed={saved} back={back} />}
      </div>
    </>,
  )
}

/** Whether visitors see a story, and since or from when. */
export function StoryBadge({ story: { is_published, publish_datetime } }: { story: GatewayStory }) {
  const { texts, fill, timeOf } = usePage('stories')
  const when = publish_datetime ? timeOf(publish_datetime) : ''
  const text = is_published ? texts.published : when ? texts.planned : texts.draft
  return (
    <StateBadge color={is_published ? 'violet' : 'gray'} className="admin-badge">
      {fill(text, { when })}
    </StateBadge>
  )
}

/** Times of publication, in ISO 8601; null for a draft. */
type Publish = { at: string | null; was: string | null }

const isoAt = (seconds: number): string => new Date(seconds * 1000).toISOString()

type StateProps = { story: GatewayStory; changed: (story: GatewayStory) => void; back: () => void }

/** The writes of a story's state. @param done after those that leave the story open */
function useStoryChanges({ story, changed }: StateProps, done: () => void) {
  const { texts, checksSeenStories, fill, timeOf } = usePage('stories')
  const { story_id: id } = story
  const title = story.title || texts.untitled
  const was = story.publish_datetime ? isoOf(story.publish_datetime) : null
  const publish = useChange({
    list: 'stories',
    async write({ at, was }: Publish) {
      try {
        const seen = checksSeenStories && { was: { publish_datetime: was ?? '' } }
        const saved = await gateway.updateStory({ id, publish_datetime: at, ...seen })
        if (saved) changed(saved)
      } catch (error) {
        const now = isConflict(error) && (await gateway.story({ id }))
        if (now) changed(now)
        throw error
      }
    },
    message({ at }) {
      if (at === null) return fill(texts.takenBack, { title })
      if (new Date(at).getTime() <= Date.now()) return fill(texts.publishDone, { title })
      return fill(texts.planDone, { title, when: timeOf(at) })
    },
    undo: ({ at, was }) => ({ at: was, was: at }),
    done,
  })
  const trend = useChange({
    list: 'stories',
    write: (at: number) => gateway.scheduleTrendingStory({ story_id: id, publish_datetime: at }),
    message: (at) => fill(texts.trendDone, { title, when: timeOf(String(at)) }),
    done,
  })
  const publishAt = (at: string | null) => publish.mutate({ at, was })
  return { title, was, publish, publishAt, trend }
}

const Plain = Button.withProps({ variant: 'default' })

/** Whether a story is published, and what changes that: each at once, unlike its form. */
function StoryState(props: StateProps) {
  const { story, back } = props
  const { common, texts, fill } = usePage('stories')
  const [asked, setAsked] = useState<'publishAt' | 'trend'>()
  const close = () => setAsked(undefined)
  const { title, was, publish, publishAt, trend } = useStoryChanges(props, close)
  const times = {
    publishAt: { isBusy: publish.isPending, submit: (at: number) => publishAt(isoAt(at)) },
    trend: { isBusy: trend.isPending, submit: trend.mutate, children: texts.trendText },
  }
  const { ask, dialog } = useConfirm()
  const remove = () =>
    ask({
      list: 'stories',
      write: () => gateway.deleteStory({ id: story.story_id }),
      message: () => fill(texts.removed, { title }),
      done: back,
      title: fill(texts.removeTitle, { title }),
      children: texts.removeText,
      go: common.delete,
      danger: true,
    })
  return (
    <section className="admin-card admin-story-state" aria-label={common.state}>
      <StoryFacts story={story} />
      {!story.is_published && (
        <Button loading={publish.isPending} onClick={() => publishAt(new Date().toISOString())}>
          {texts.publish}
        </Button>
      )}
      {!story.is_published && <Plain onClick={() => setAsked('publishAt')}>{texts.publishAt}</Plain>}
      {was && <Plain onClick={() => publishAt(null)}>{texts.takeBack}</Plain>}
      <Plain onClick={() => setAsked('trend')}>{texts.trend}</Plain>
      <Plain onClick={remove}>{common.delete}</Plain>
      {asked && <TimeDialog key={asked} title={texts[asked]} close={close} {...times[asked]} />}
      {dialog}
    </section>
  )
}

/** Where visitors find a story that is published, and why it is not on the list of stories where it is not. */
function StoryPlaces({ story: { story_id, username } }: { story: GatewayStory }) {
  const { texts, fill } = usePage('stories')
  const { data } = useRead(['stories', 'places'], readListed, {})
  if (!data) return null
  const isListed = data.includes(story_id)
  return (
    <>
      {username && (
        <a href={channelPath(username)} target="_blank" rel="noopener">
          {fill(texts.onChannel, { name: `@${username}` })}
        </a>
      )}
      {isListed && (
        <a href="/stories" target="_blank" rel="noopener">
          {texts.onList}
        </a>
      )}
      {!isListed && <p className="admin-soft">{texts.offList}</p>}
    </>
  )
}

/** The stories of the public list: those that trend, and artists' newest. */
async function readListed(_: object, reading: { signal: AbortSignal }): Promise<string[]> {
  const [trending, artists] = await Promise.all([
    gateway.trendingStories({}, reading),
    gateway.partnerArtistStories({}, reading),
  ])
  const now = Date.now()
  const shown = (trending?.results ?? []).filter(
    ({ publish_datetime }) => Date.parse(isoOf(publish_datetime)) <= now,
  )
  return [...shown, ...(artists?.results ?? [])].map(({ story_id }) => story_id)
}

function StoryFacts({ story }: { story: GatewayStory }) {
  const { common } = usePage('stories')
  return (
    <>
      <StoryBadge story={story} />
      {story.username && (
        <span className="admin-soft">
          <bdi>@{story.username}</bdi>
        </span>
      )}
      <a href={storyPath(story.slug)} target="_blank" rel="noopener">
        {common.openPage}
      </a>
      {story.is_published && <StoryPlaces story={story} />}
    </>
  )
}

type TimeDialogProps = {
  title: string
  children?: ReactNode
  isBusy: boolean
  close: () => void
  /** @param at in seconds since 1970 */
  submit: (at: number) => void
}

/** Asks when something will happen. */
function TimeDialog({ title, children, isBusy, close, submit }: TimeDialogProps) {
  const { texts } = useAdmin()
  const form = useForm({ at: '' })
  const { at } = form.values
  return (
    <FormDialog
      close={close}
      title={title}
      form={form}
      fields={[{ ...momentField(at, texts), isFirst: true }]}
      go={title}
      isBusy={isBusy}
      submit={() => submit(aheadOf(at) ?? 0)}
    >
      {children}
    </FormDialog>
  )
}

import { Button } from '@mantine/core'
import { useState } from 'react'
import { storyPath } from '../../../shared/public/browse-path.ts'
import type { Story } from '../../../shared/schema/site-records.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { isoOf } from '../editorial/local-time.ts'
import { gateway } from '../gateway-client.ts'
import { Ask } from '../parts/ask.tsx'
import { isConflict } from '../parts/is-conflict.ts'
import { useChange } from '../parts/use-change.ts'
import { whenText } from '../parts/when.tsx'
import { AskTime } from './ask-time.tsx'
import { StoryBadge } from './story-cells.tsx'

/** Times of publication, in ISO 8601; null for a draft. */
type Publish = { at: string | null; was: string | null }

const isoAt = (seconds: number): string => new Date(seconds * 1000).toISOString()

type Props = { story: Story; changed: (story: Story) => void; back: () => void }

/** Whether a story is published, and what changes that: each at once, whatever its form holds. */
export function StoryState({ story, changed, back }: Props) {
  const { texts: all, language, checksSeenStories } = useAdmin()
  const texts = all.stories
  const [asked, setAsked] = useState<'publishAt' | 'trend' | 'remove'>()
  const { story_id: id } = story
  const title = story.title || texts.untitled
  const was = story.publish_datetime ? isoOf(story.publish_datetime) : null
  const close = () => setAsked(undefined)
  const publish = useChange({
    of: 'stories',
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
    said({ at }) {
      if (at === null) return interpolate(texts.takenBack, { title })
      if (new Date(at).getTime() <= Date.now()) return interpolate(texts.publishDone, { title })
      return interpolate(texts.planDone, { title, when: whenText(at, language) })
    },
    undo: ({ at, was }) => ({ at: was, was: at }),
    done: close,
  })
  const trend = useChange({
    of: 'stories',
    write: (at: number) => gateway.scheduleTrendingStory({ story_id: id, publish_datetime: at }),
    said: (at) => interpolate(texts.trendDone, { title, when: whenText(isoAt(at), language) }),
    done: close,
  })
  const remove = useChange<void>({
    of: 'stories',
    write: () => gateway.deleteStory({ id }),
    said: () => interpolate(texts.removed, { title }),
    done: back,
  })
  return (
    <section className="admin-card admin-story-state" aria-label={all.common.state}>
      <StoryBadge story={story} />
      {story.username && (
        <span className="admin-soft">
          <bdi>@{story.username}</bdi>
        </span>
      )}
      <a href={storyPath(story.slug)} target="_blank" rel="noopener">
        {texts.preview}
      </a>
      {!story.is_published && (
        <>
          <Button
            loading={publish.isPending}
            onClick={() => publish.mutate({ at: new Date().toISOString(), was })}
          >
            {texts.publish}
          </Button>
          <Button variant="default" onClick={() => setAsked('publishAt')}>
            {texts.publishAt}
          </Button>
        </>
      )}
      {was && (
        <Button variant="default" onClick={() => publish.mutate({ at: null, was })}>
          {texts.takeBack}
        </Button>
      )}
      <Button variant="default" onClick={() => setAsked('trend')}>
        {texts.trend}
      </Button>
      <Button variant="default" onClick={() => setAsked('remove')}>
        {texts.remove}
      </Button>
      {asked === 'publishAt' && (
        <AskTime
          title={texts.publishAt}
          isBusy={publish.isPending}
          close={close}
          submit={(at) => publish.mutate({ at: isoAt(at), was })}
        />
      )}
      {asked === 'trend' && (
        <AskTime
          title={texts.trend}
          text={texts.trendText}
          isBusy={trend.isPending}
          close={close}
          submit={(at) => trend.mutate(at)}
        />
      )}
      <Ask
        isOpen={asked === 'remove'}
        close={close}
        title={interpolate(texts.removeTitle, { title })}
        go={texts.remove}
        danger
        isBusy={remove.isPending}
        submit={() => remove.mutate()}
      >
        {texts.removeText}
      </Ask>
    </section>
  )
}

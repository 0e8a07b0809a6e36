import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Story } from '../../../shared/schema/site-records.ts'
import { useAdmin } from '../admin-context.ts'
import { gateway } from '../gateway-client.ts'
import { Ask } from '../parts/ask.tsx'
import { Failed } from '../parts/list.tsx'
import { PageTop } from '../parts/page-top.tsx'
import { StoryForm } from './story-form.tsx'
import { StoryState } from './story-state.tsx'

type Props = {
  /** undefined for a new story. */
  id: string | undefined
  back: () => void
  /** Called with a new one, once it is saved. */
  created: (story: Story) => void
}

/** One story: its form, and its state beside it. */
export function StoryEditor({ id, back, created }: Props) {
  if (id === undefined) return <Editor story={undefined} back={back} saved={created} />
  return <Known key={id} id={id} back={back} />
}

function Known({ id, back }: { id: string; back: () => void }) {
  // What is being edited must not change by itself: a save finds out what others have done.
  const { data, error, refetch } = useQuery({
    queryKey: ['story', id],
    queryFn: ({ signal }) => gateway.story({ id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const [saved, setSaved] = useState<Story>()
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton height={420} radius={12} />
  return <Editor story={saved ?? data} back={back} saved={setSaved} />
}

type EditorProps = { story: Story | undefined; back: () => void; saved: (story: Story) => void }

function Editor({ story, back, saved }: EditorProps) {
  const { stories: texts } = useAdmin().texts
  const [isChanged, setChanged] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  return (
    <>
      <PageTop title={story ? story.title || texts.untitled : texts.add} intro={texts.intro}>
        <Button variant="default" onClick={() => (isChanged ? setLeaving(true) : back())}>
          {texts.back}
        </Button>
      </PageTop>
      <div className="admin-story">
        <StoryForm story={story} saved={saved} isChanged={isChanged} setChanged={setChanged} />
        {story && <StoryState story={story} changed={saved} back={back} />}
      </div>
      <Ask
        isOpen={isLeaving}
        close={() => setLeaving(false)}
        title={texts.discardTitle}
        go={texts.discard}
        danger
        submit={back}
      >
        {texts.unsaved}
      </Ask>
    </>
  )
}

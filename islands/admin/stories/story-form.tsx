import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { type ChangeEvent, type FormEvent, useEffect, useState } from 'react'
import { AppError, UpstreamError } from '../../../shared/errors.ts'
import type { Story } from '../../../shared/schema/site-records.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { gateway } from '../gateway-client.ts'
import { isAbout, isConflict } from '../parts/is-conflict.ts'
import { useChange } from '../parts/use-change.ts'
import {
  changedFields,
  type Draft,
  draftOf,
  inputOf,
  NEW_DRAFT,
  problemsOf,
  rebase,
  seenOf,
} from './story-draft.ts'
import { StoryGifs } from './story-gifs.tsx'

type Props = {
  /** undefined for a new one. */
  story: Story | undefined
  saved: (story: Story) => void
  /** Whether something is not saved yet. */
  isChanged: boolean
  setChanged: (isChanged: boolean) => void
}

/** What a story says and shows. */
export function StoryForm({ story, saved, isChanged, setChanged }: Props) {
  const { common, stories: texts } = useAdmin().texts
  const { draft, edit, save } = useDraft({ story, saved, setChanged })
  const [isSent, setSent] = useState(false)
  const problems = problemsOf(draft)
  const errorOf = (field: keyof Draft) => {
    const problem = isSent && problems[field]
    return problem ? texts[problem] : undefined
  }
  useEffect(() => {
    if (!isChanged) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isChanged])
  const typed =
    (field: 'title' | 'slug' | 'caption' | 'tags') =>
    ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      edit(() => ({ [field]: value }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (Object.keys(problems).length === 0 && !save.isPending) save.mutate(draft)
  }
  const gone = story ? story.gif_count - story.gifs.length : 0
  return (
    <form className="admin-card admin-story-form" onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label={texts.heading}
          value={draft.title}
          maxLength={200}
          onChange={typed('title')}
          error={errorOf('title')}
        />
        <TextInput
          label={texts.slug}
          description={texts.slugHint}
          value={draft.slug}
          onChange={typed('slug')}
          error={errorOf('slug')}
        />
        <Textarea
          label={texts.caption}
          rows={3}
          value={draft.caption}
          maxLength={2000}
          onChange={typed('caption')}
        />
        <TextInput
          label={texts.tags}
          description={texts.tagsHint}
          value={draft.tags}
          onChange={typed('tags')}
          error={errorOf('tags')}
        />
        {gone > 0 && <p className="admin-soft">{interpolate(texts.gifsGone, { count: gone })}</p>}
        <StoryGifs gifs={draft.gifs} cover={draft.cover} edit={edit} error={errorOf('gifs')} />
      </Stack>
      <div className="admin-story-save">
        <Button type="submit" loading={save.isPending}>
          {common.save}
        </Button>
        {isChanged && <span className="admin-soft">{texts.unsaved}</span>}
      </div>
    </form>
  )
}

/** What the form holds, and its save, which goes over nobody else's changes. */
function useDraft({ story, saved, setChanged }: Omit<Props, 'isChanged'>) {
  const { texts: all, checksSeenStories } = useAdmin()
  const { common, stories: texts } = all
  const [base, setBase] = useState(() => (story ? draftOf(story) : NEW_DRAFT))
  const [draft, setDraft] = useState(base)
  useEffect(() => setChanged(changedFields(draft, base).length > 0), [draft, base, setChanged])
  const edit = (changed: (now: Draft) => Partial<Draft>) => setDraft((now) => ({ ...now, ...changed(now) }))
  /** Goes on from what is saved, with what was written since. */
  const goOn = (from: Draft, since: Draft) => {
    setBase(from)
    setDraft((now) => rebase(now, since, from).draft)
  }
  const write = async (mine: Draft, isAgain = false): Promise<Story | undefined> => {
    const fields = changedFields(mine, base)
    if (!story) return gateway.createStory(inputOf(mine, fields))
    const id = story.story_id
    const found = await gateway.story({ id })
    if (!found) return undefined
    const now = draftOf(found)
    const { draft: next, lost } = rebase(mine, base, now)
    if (lost.length > 0) {
      goOn(now, base)
      throw new AppError('conflict', `Somebody else has changed ${lost.join()}`)
    }
    try {
      const seen = checksSeenStories && { was: seenOf(now, fields) }
      return await gateway.updateStory({ id, ...inputOf(next, fields), ...seen })
    } catch (error) {
      // Another save came between the two calls.
      if (isAgain || !isOvertaken(error)) throw error
      return write(mine, true)
    }
  }
  const isOvertaken = (error: unknown) => checksSeenStories && isConflict(error) && !isAbout(error, 'slug')
  const failures: Readonly<Record<number, string>> = {
    400: texts.refused,
    404: texts.gone,
    409: texts.slugTaken,
  }
  const save = useChange({
    of: 'stories',
    async write(mine: Draft) {
      const written = await write(mine)
      if (!written) return
      goOn(draftOf(written), mine)
      saved(written)
    },
    said: ({ title }) => interpolate(texts.saved, { title }),
    failed(error) {
      if (isOvertaken(error)) return common.conflict
      if (error instanceof UpstreamError) return failures[error.status ?? 0]
      return error instanceof AppError && error.kind === 'conflict' ? common.conflict : undefined
    },
  })
  return { draft, edit, save }
}

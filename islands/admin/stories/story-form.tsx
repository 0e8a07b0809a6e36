import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { byStatus, isAbout, isConflict, useChange, usePage } from '../admin.tsx'
import { type GatewayStory, gateway } from '../gateway-client.ts'
import { type AdminField, Fields, submitOf, type Values } from '../parts/form.tsx'
import { ItemsOrder } from '../parts/items-order.tsx'
import { useUnsaved } from '../parts/unsaved.tsx'
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

type Gifs = Pick<Draft, 'gifs' | 'cover'>
type GifsProps = Gifs & { edit: (change: (now: Gifs) => Gifs) => void; error: string | undefined }

/** A story's GIFs in their order, one of them its cover. */
function StoryGifs({ gifs, cover, edit, error }: GifsProps) {
  const { common, texts } = usePage('stories')
  return (
    <ItemsOrder
      legend={common.gifs}
      ids={gifs}
      error={error}
      change={(next) =>
        edit((now) => ({ gifs: next, cover: next.includes(now.cover) ? now.cover : (next[0] ?? '') }))
      }
      more={(id, at) => (
        <label>
          <input
            type="radio"
            name="cover"
            checked={cover === id}
            onChange={() => edit((now) => ({ ...now, cover: id }))}
            aria-label={`${texts.cover} ${at + 1}`}
          />
          {texts.cover}
        </label>
      )}
    />
  )
}

type Props = {
  /** undefined for a new one. */
  story: GatewayStory | undefined
  saved: (story: GatewayStory) => void
}

/** What a story says and shows. */
export function StoryForm({ story, saved }: Props) {
  const { common, texts, fill } = usePage('stories')
  const { draft, isChanged, edit, save } = useDraft({ story, saved })
  const [isSent, setSent] = useState(false)
  const problems = problemsOf(draft)
  const problemOf = (name: keyof Draft) => problems[name] && texts[problems[name]]
  useUnsaved(isChanged)
  const { gifs, cover, ...values } = draft
  const form = { values, set: (changed: Values) => edit(() => changed), isSent, setSent }
  const fields: AdminField[] = [
    { name: 'title', label: texts.heading, maxLength: 200, problem: problemOf('title') },
    { name: 'slug', label: common.slug, description: texts.slugHint, problem: problemOf('slug') },
    { name: 'caption', type: 'lines', label: texts.caption, rows: 3, maxLength: 2000 },
    { name: 'tags', label: texts.tags, description: texts.tagsHint, problem: problemOf('tags') },
  ]
  const submit = () => Object.keys(problems).length === 0 && save.mutate(draft)
  const gone = story ? story.gif_count - story.gifs.length : 0
  return (
    <form
      className="admin-card admin-story-form"
      onSubmit={submitOf({ form, fields, isBusy: save.isPending, submit })}
      noValidate
    >
      <Stack>
        <Fields form={form} fields={fields} />
        {gone > 0 && <p className="admin-soft">{fill(texts.gifsGone, { count: gone })}</p>}
        <StoryGifs gifs={gifs} cover={cover} edit={edit} error={isSent ? problemOf('gifs') : undefined} />
      </Stack>
      <div className="admin-story-save">
        <Button type="submit" loading={save.isPending}>
          {common.save}
        </Button>
        {isChanged && <span className="admin-soft">{common.unsaved}</span>}
      </div>
    </form>
  )
}

/** Another save has changed what would be overwritten. */
class Overtaken extends Error {}

/** What the form holds, and its save, which does not overwrite what others have changed since. */
function useDraft({ story, saved }: Props) {
  const { common, texts, checksSeenStories, fill } = usePage('stories')
  const [base, setBase] = useState(() => (story ? draftOf(story) : NEW_DRAFT))
  const [draft, setDraft] = useState(base)
  const edit = (changed: (now: Draft) => object) => setDraft((now) => ({ ...now, ...changed(now) }))
  /** Goes on from what is saved, with what was written since. */
  const goOn = (from: Draft, since: Draft) => {
    setBase(from)
    setDraft((now) => rebase(now, since, from).draft)
  }
  const write = async (mine: Draft, isAgain = false): Promise<GatewayStory | undefined> => {
    const fields = changedFields(mine, base)
    if (!story) return gateway.createStory(inputOf(mine, fields))
    const id = story.story_id
    const found = await gateway.story({ id })
    if (!found) return undefined
    const now = draftOf(found)
    const { draft: next, lost } = rebase(mine, base, now)
    if (lost.length > 0) {
      goOn(now, base)
      throw new Overtaken(`Another save has changed ${lost.join()}`)
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
  const save = useChange({
    list: 'stories',
    async write(mine: Draft) {
      const written = await write(mine)
      if (!written) return
      goOn(draftOf(written), mine)
      saved(written)
    },
    message: ({ title }) => fill(texts.saved, { title }),
    failure(error) {
      if (error instanceof Overtaken || isOvertaken(error)) return common.conflict
      return byStatus({ 400: texts.refused, 404: texts.gone, 409: texts.slugTaken })(error)
    },
  })
  return { draft, isChanged: changedFields(draft, base).length > 0, edit, save }
}

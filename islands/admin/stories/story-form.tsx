import { Button, Stack, Textarea } from '@mantine/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { byStatus, isAbout, isConflict, useAdmin, useChange, usePage } from '../admin.tsx'
import { type GatewayStory, gateway } from '../gateway-client.ts'
import { ItemLink, SmallButton } from '../parts/elements.tsx'
import { type AdminField, Fields, submitOf, type Values } from '../parts/form.tsx'
import { findItems, gifIdsOf, ItemGone } from '../parts/items.tsx'
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
  const { common, texts, fill } = usePage('stories')
  const list = useRef<HTMLOListElement>(null)
  const { message, focusNext, say } = useOrderFocus(list, gifs)
  const move = (from: number, step: 1 | -1) => {
    const id = gifs[from] ?? ''
    const rest = gifs.filter((each) => each !== id)
    const to = from + step
    say(fill(texts.moved, { n: to + 1, total: gifs.length }))
    const isEdge = to === (step === 1 ? gifs.length - 1 : 0)
    focusNext((step === 1) !== isEdge ? `down ${id}` : `up ${id}`)
    edit(() => ({ gifs: [...rest.slice(0, to), id, ...rest.slice(to)], cover }))
  }
  const remove = (at: number) => {
    const rest = gifs.filter((_, each) => each !== at)
    const next = rest[at] ?? rest.at(-1)
    focusNext(next ? `remove ${next}` : 'add')
    edit(() => ({ gifs: rest, cover: cover === gifs[at] ? (rest[0] ?? '') : cover }))
  }
  const choose = (id: string) => edit(() => ({ gifs, cover: id }))
  const add = (ids: readonly string[]) =>
    edit((now) => ({ gifs: [...new Set([...now.gifs, ...ids])], cover: now.cover || (ids[0] ?? '') }))
  return (
    <fieldset className="admin-order">
      <legend>{common.gifs}</legend>
      <ol ref={list}>
        {gifs.map((id, at) => (
          <li key={id}>
            <ItemLink id={id} />
            <Actions {...{ id, at, gifs, cover, move, remove, choose }} />
          </li>
        ))}
      </ol>
      <p className="admin-soft" role="status">
        {message}
      </p>
      <AddGifs error={error} add={add} />
    </fieldset>
  )
}

type ActionsProps = Gifs & {
  id: string
  at: number
  move: (from: number, step: 1 | -1) => void
  remove: (at: number) => void
  choose: (id: string) => void
}

function Actions({ id, at, gifs, cover, move, remove, choose }: ActionsProps) {
  const { texts, fill } = usePage('stories')
  const n = at + 1
  const isLast = n === gifs.length
  const acts = [
    { go: `up ${id}`, sign: '↑', name: texts.up, isEnd: at === 0, press: () => move(at, -1) },
    { go: `down ${id}`, sign: '↓', name: texts.down, isEnd: isLast, press: () => move(at, 1) },
    { go: `remove ${id}`, sign: '✕', name: texts.removeGif, isEnd: false, press: () => remove(at) },
  ]
  return (
    <div className="admin-actions">
      <label>
        <input
          type="radio"
          name="cover"
          checked={cover === id}
          onChange={() => choose(id)}
          aria-label={`${texts.cover} ${n}`}
        />
        {texts.cover}
      </label>
      {acts.map(({ go, sign, name, isEnd, press }) => (
        <SmallButton key={go} disabled={isEnd} data-go={go} aria-label={fill(name, { n })} onClick={press}>
          {sign}
        </SmallButton>
      ))}
    </div>
  )
}

/** Keeps the focus on what was pressed while rows move, and says where a row is now. */
function useOrderFocus(list: RefObject<HTMLOListElement | null>, gifs: readonly string[]) {
  const next = useRef('')
  const [message, say] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows of the new order are there only then
  useEffect(() => {
    const place = list.current?.parentElement
    if (next.current) place?.querySelector<HTMLElement>(`[data-go="${CSS.escape(next.current)}"]`)?.focus()
    next.current = ''
  }, [gifs, list])
  const focusNext = (name: string) => {
    next.current = name
  }
  return { message, say, focusNext }
}

type AddProps = { add: (ids: readonly string[]) => void; error: string | undefined }

function AddGifs({ add, error }: AddProps) {
  const { texts: all, fill } = useAdmin()
  const { stories: texts, takedowns, common } = all
  const [text, setText] = useState('')
  useUnsaved(text.trim() !== '')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    const { ids, wrongLine } = gifIdsOf(text)
    if (wrongLine) return setProblem(fill(takedowns.itemsWrong, { line: wrongLine }))
    setBusy(true)
    try {
      add((await findItems(ids)).map(({ id }) => id))
      setText('')
      setProblem(undefined)
    } catch (error) {
      setProblem(error instanceof ItemGone ? fill(texts.noGif, { id: error.id }) : common.offline)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="admin-add">
      <Textarea
        label={texts.newGifs}
        description={takedowns.itemsHint}
        rows={3}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        error={problem ?? error}
        data-go="add"
      />
      <Button variant="default" loading={isBusy} disabled={!text.trim()} onClick={() => void submit()}>
        {common.add}
      </Button>
    </div>
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

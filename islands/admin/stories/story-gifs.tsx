import { Button, Textarea } from '@mantine/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useAdmin, usePage } from '../admin.ts'
import { SmallButton } from '../parts/elements.tsx'
import { findItems, gifIdsOf, ItemGone, ItemLink } from '../parts/items.tsx'
import type { Draft } from './story-draft.ts'

type Gifs = Pick<Draft, 'gifs' | 'cover'>
type Props = Gifs & { edit: (change: (now: Gifs) => Gifs) => void; error: string | undefined }

/** A story's GIFs in their order, one of them its cover. */
export function StoryGifs({ gifs, cover, edit, error }: Props) {
  const { texts, fill } = usePage('stories')
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
      <legend>{texts.gifs}</legend>
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
  const acts = [
    { go: `up ${id}`, sign: '↑', name: texts.up, isEnd: at === 0, press: () => move(at, -1) },
    {
      go: `down ${id}`,
      sign: '↓',
      name: texts.down,
      isEnd: at === gifs.length - 1,
      press: () => move(at, 1),
    },
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
        {texts.addGifs}
      </Button>
    </div>
  )
}

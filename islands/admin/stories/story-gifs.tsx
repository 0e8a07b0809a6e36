import { Button, Textarea } from '@mantine/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { findItems, ItemGone } from '../editorial/find-items.ts'
import { gifIdsOf } from '../parts/gif-ids.ts'
import { ItemLink } from '../parts/item-link.tsx'
import type { Draft } from './story-draft.ts'

type Gifs = Pick<Draft, 'gifs' | 'cover'>
type Props = Gifs & { edit: (change: (now: Gifs) => Gifs) => void; error: string | undefined }

/** A story's GIFs in their order, one of them its cover. */
export function StoryGifs({ gifs, cover, edit, error }: Props) {
  const { stories: texts } = useAdmin().texts
  const list = useRef<HTMLOListElement>(null)
  const { said, focusNext, say } = useOrderFocus(list, gifs)
  const move = (from: number, step: 1 | -1) => {
    const id = gifs[from] ?? ''
    const rest = gifs.filter((each) => each !== id)
    const to = from + step
    say(interpolate(texts.moved, { n: to + 1, total: gifs.length }))
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
  return (
    <fieldset className="admin-order">
      <legend>{texts.gifs}</legend>
      <ol ref={list}>
        {gifs.map((id, at) => (
          <li key={id}>
            <ItemLink id={id} />
            <div className="admin-actions">
              <label>
                <input
                  type="radio"
                  name="cover"
                  checked={cover === id}
                  onChange={() => edit(() => ({ gifs, cover: id }))}
                  aria-label={`${texts.cover} ${at + 1}`}
                />
                {texts.cover}
              </label>
              <Button
                variant="default"
                size="xs"
                disabled={at === 0}
                data-go={`up ${id}`}
                aria-label={interpolate(texts.up, { n: at + 1 })}
                onClick={() => move(at, -1)}
              >
                ↑
              </Button>
              <Button
                variant="default"
                size="xs"
                disabled={at === gifs.length - 1}
                data-go={`down ${id}`}
                aria-label={interpolate(texts.down, { n: at + 1 })}
                onClick={() => move(at, 1)}
              >
                ↓
              </Button>
              <Button
                variant="default"
                size="xs"
                data-go={`remove ${id}`}
                aria-label={interpolate(texts.removeGif, { n: at + 1 })}
                onClick={() => remove(at)}
              >
                ✕
              </Button>
            </div>
          </li>
        ))}
      </ol>
      <p className="admin-soft" role="status">
        {said}
      </p>
      <AddGifs
        error={error}
        add={(ids) =>
          edit((now) => ({
            gifs: [...new Set([...now.gifs, ...ids])],
            cover: now.cover || (ids[0] ?? ''),
          }))
        }
      />
    </fieldset>
  )
}

/** Keeps the focus on what was pressed while rows move, and says where a row is now. */
function useOrderFocus(list: RefObject<HTMLOListElement | null>, gifs: readonly string[]) {
  const next = useRef('')
  const [said, say] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows of the new order are there only then
  useEffect(() => {
    const place = list.current?.parentElement
    if (next.current) place?.querySelector<HTMLElement>(`[data-go="${CSS.escape(next.current)}"]`)?.focus()
    next.current = ''
  }, [gifs, list])
  const focusNext = (name: string) => {
    next.current = name
  }
  return { said, say, focusNext }
}

type AddProps = { add: (ids: readonly string[]) => void; error: string | undefined }

function AddGifs({ add, error }: AddProps) {
  const { stories: texts, takedowns, common } = useAdmin().texts
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    const { ids, wrongLine } = gifIdsOf(text)
    if (wrongLine) return setProblem(interpolate(takedowns.itemsWrong, { line: wrongLine }))
    setBusy(true)
    try {
      add((await findItems(ids)).map(({ id }) => id))
      setText('')
      setProblem(undefined)
    } catch (error) {
      setProblem(error instanceof ItemGone ? interpolate(texts.noGif, { id: error.id }) : common.offline)
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

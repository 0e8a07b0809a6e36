import { Button, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useRef, useState } from 'react'
import { useAdmin } from '../admin.tsx'
import { ItemLink } from './elements.tsx'
import { gifIdsOf, linesText, lookUp } from './items.tsx'
import { OrderedItems } from './order.tsx'
import { ChooseItems } from './pick-items.tsx'
import { useUnsaved } from './unsaved.tsx'

type Props = {
  legend: string
  /** How many there may be. */
  max?: number
  ids: readonly string[]
  change: (ids: readonly string[]) => void
  error?: string | undefined
  /** More controls of an item. */
  more?: (id: string, at: number) => ReactNode
}

/** Items in an order, with a way to put in more. */
export function ItemsOrder({ legend, max, ids, change, error, more }: Props) {
  const place = useRef<HTMLFieldSetElement>(null)
  return (
    <fieldset className="admin-order" ref={place}>
      <legend>{legend}</legend>
      <OrderedItems
        ids={ids}
        change={change}
        {...(more && { more })}
        emptied={() => place.current?.querySelector('textarea')?.focus()}
      />
      <AddItems ids={ids} change={change} max={max} error={error} />
    </fieldset>
  )
}

type AddProps = Pick<Props, 'ids' | 'change'> & { max: number | undefined; error: string | undefined }

/** A field for the ids or addresses of items, one a line; each is looked up before it is added. */
function AddItems({ ids: before, change, max, error }: AddProps) {
  const { texts, fill } = useAdmin()
  const { stories, takedowns, common } = texts
  const [text, setText] = useState('')
  useUnsaved(text.trim() !== '')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  // The others may move while these are looked up.
  const now = useRef(before)
  now.current = before
  const submit = async () => {
    const { ids, wrong } = gifIdsOf(text)
    if (max !== undefined && new Set([...before, ...ids]).size > max)
      return setProblem(fill(common.noRoom, { count: max - before.length }))
    setBusy(true)
    try {
      const { found, missing } = await lookUp(ids)
      if (found.length > 0) change([...new Set([...now.current, ...found.map(({ id }) => id)])])
      // Each wrong line is refused alone, and stays.
      setText([...wrong, ...missing].join('\n'))
      field.current?.focus()
      const problems = [
        ...(wrong.length > 0 ? [fill(takedowns.itemsWrong, { lines: linesText(wrong) })] : []),
        ...(missing.length > 0 ? [fill(stories.noGif, { id: missing.join(', ') })] : []),
      ]
      setProblem(problems.join(' ') || undefined)
    } catch {
      setProblem(common.offline)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="admin-add">
      <Textarea
        ref={field}
        label={stories.newGifs}
        description={takedowns.itemsHint}
        rows={3}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        error={problem ?? error}
      />
      <div className="admin-actions">
        <Button variant="default" loading={isBusy} disabled={!text.trim()} onClick={() => void submit()}>
          {common.add}
        </Button>
        <ChooseItems ids={before} take={change} {...(max !== undefined && { max })} />
      </div>
    </div>
  )
}

/** ms without a key before what was typed is looked for. */
const TYPED_MS = 300

/** The item of a field, which another one can be chosen for. @param id as it is typed; '' for none */
export function OneItem({ id, take }: { id: string; take: (id: string) => void }) {
  const [late] = useDebouncedValue(id, TYPED_MS)
  return (
    <div className="admin-actions">
      <ChooseItems ids={id ? [id] : []} max={1} take={([chosen = '']) => take(chosen)} />
      {id && late && <ItemLink id={late} />}
    </div>
  )
}

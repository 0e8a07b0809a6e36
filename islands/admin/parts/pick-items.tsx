import { Button, Group } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useAdmin } from '../admin.tsx'
import { ItemLink, SmallButton } from './elements.tsx'
import { type AdminField, Fields, RATING_OPTIONS } from './form.tsx'
import { gifIdsOf, ITEMS_MAX } from './items.tsx'
import { OrderedItems } from './order.tsx'
import { PickGrid } from './pick-grid.tsx'
import { type Found, useFound, useKinds, type Wanted } from './pick-source.tsx'
import { FormModal, useUnsaved } from './unsaved.tsx'

type Props = {
  /** The items that are chosen already, in their order. */
  ids: readonly string[]
  /** Called with those that are chosen now. */
  take: (ids: string[]) => void
  /** How many may be chosen. Where it is one, another one takes its place. */
  max?: number
}

/** A button that opens the library to choose items by looking. */
export function ChooseItems(props: Props) {
  const { common } = useAdmin().texts
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <SmallButton onClick={() => setOpen(true)}>{common.choose}</SmallButton>
      <FormModal opened={isOpen} close={close} title={common.choose} size={1080} isAbove>
        <PickItems {...props} close={close} />
      </FormModal>
    </>
  )
}

/** ms without a key before what was typed is looked for. */
const TYPED_MS = 250

/** The library in pictures, with a search and filters, and what is chosen of it, in order. */
function PickItems({ ids: before, take, max = ITEMS_MAX, close }: Props & { close: () => void }) {
  const { common } = useAdmin().texts
  const kinds = useKinds()
  const [wanted, setWanted] = useState<Wanted>({ q: '', type: kinds[0]?.value ?? '', rating: '' })
  const [late] = useDebouncedValue(wanted, TYPED_MS)
  const found = useFound(late)
  const { ids, isFull, add, toggle, reorder } = useChosen(before, max)
  useUnsaved(ids.join() !== before.join())
  const list = useRef<HTMLDivElement>(null)
  const top = useRef<HTMLElement>(null)
  const done = () => {
    take(ids)
    close()
  }
  const intoList = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
    if (!(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }
  // Several ids or addresses at once are no search: they are chosen.
  const paste = (event: ClipboardEvent) => {
    const { ids: pasted, wrong } = gifIdsOf(event.clipboardData.getData('text'))
    if (pasted.length < 2 || wrong.length > 0) return
    event.preventDefault()
    add(pasted)
  }
  return (
    <>
      <search className="admin-filters" ref={top} onKeyDown={intoList} onPaste={paste}>
        <Fields
          form={{ values: wanted, set: (changed) => setWanted({ ...wanted, ...changed }), isSent: false }}
          fields={useFields(kinds)}
        />
      </search>
      <div className="admin-pick">
        <PickGrid
          found={found}
          chosen={ids}
          toggle={toggle}
          take={done}
          isFiltered={Object.values(late).some(Boolean)}
          list={list}
        />
        <Chosen
          ids={ids}
          isFull={isFull}
          max={max}
          found={found.data?.pages.flatMap(({ items }) => items) ?? []}
          reorder={reorder}
          emptied={() => top.current?.querySelector('input')?.focus()}
        />
      </div>
      <Group justify="flex-end" className="admin-pick-take">
        <Button variant="default" onClick={close}>
          {common.cancel}
        </Button>
        <Button onClick={done}>{common.chooseTake}</Button>
      </Group>
    </>
  )
}

/** What is chosen, in order. `isFull` after one that had no room. */
function useChosen(before: readonly string[], max: number) {
  const [{ ids, isFull }, set] = useState({ ids: [...before], isFull: false })
  const add = (more: readonly string[]) => {
    const all = [...new Set([...ids, ...more])]
    if (max === 1) set({ ids: all.slice(-1), isFull: false })
    else set({ ids: all.slice(0, max), isFull: all.length > max })
  }
  const reorder = (next: readonly string[]) => set({ ids: [...next], isFull: false })
  const toggle = (id: string) => (ids.includes(id) ? reorder(ids.filter((each) => each !== id)) : add([id]))
  return { ids, isFull, add, toggle, reorder }
}

function useFields(kinds: ReturnType<typeof useKinds>): AdminField[] {
  const { common, library } = useAdmin().texts
  const rest = { placeholder: library.searchHint, maxLength: 100, isFirst: true }
  return [
    { name: 'q', type: 'search', label: common.search, ...rest },
    { name: 'type', label: library.kind, options: kinds },
    { name: 'rating', label: library.rating, options: [{ value: '', label: common.all }, ...RATING_OPTIONS] },
  ]
}

type ChosenProps = {
  ids: readonly string[]
  found: readonly Found[]
  isFull: boolean
  max: number
  reorder: (ids: readonly string[]) => void
  emptied: () => void
}

function Chosen({ ids, found, isFull, max, reorder, emptied }: ChosenProps) {
  const { texts, fill } = useAdmin()
  const { common, library } = texts
  const known = useRef(new Map<string, Found>())
  for (const item of found) known.current.set(item.id, item)
  const face = (id: string) => {
    const item = known.current.get(id)
    if (!item) return <ItemLink id={id} />
    return (
      <span className="admin-item">
        {item.picture}
        <bdi>{item.title}</bdi>
      </span>
    )
  }
  return (
    <section className="admin-order admin-pick-chosen" aria-labelledby="chosen">
      <h3 id="chosen">{fill(library.selected, { count: ids.length })}</h3>
      {ids.length === 0 && <p className="admin-soft">{common.chooseHint}</p>}
      <OrderedItems ids={ids} change={reorder} face={face} emptied={emptied} />
      <p role="status">{isFull && fill(common.chooseFull, { count: max })}</p>
    </section>
  )
}

import { Button, Checkbox } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ITEM_TYPES, RATINGS } from '../../../shared/schema/choices.ts'
import { LIBRARY_STATES, type LibraryItem } from '../../../shared/schema/own/items.ts'
import { client, failureText, usePage, usePageKeys, useSay } from '../admin.tsx'
import { SELECTED_MAX } from '../library/bulk.ts'
import { BulkBar } from '../library/bulk-bar.tsx'
import { cleanName, States } from '../library/item.tsx'
import { ItemDialog, type Place } from '../library/item-dialog.tsx'
import { Uploads } from '../library/uploads.tsx'
import { PageTop, Thumbnail, When } from '../parts/elements.tsx'
import { type Asked, BY_TIME, FilterBar, type Filtering, useFilters } from '../parts/filters.tsx'
import { type AdminField, optionsOf, RATING_OPTIONS } from '../parts/form.tsx'
import { wantedOf } from '../parts/items.tsx'
import { type Column, List, PAGE_ROWS, pageNumber, pageQuery } from '../parts/list.tsx'

const FILTERS = {
  q: '',
  owner: '',
  type: ['', ...ITEM_TYPES],
  rating: ['', ...RATINGS],
  state: ['', ...LIBRARY_STATES],
  item: '',
  ...BY_TIME,
} as const

const LIST = {
  list: 'library',
  read: (
    { q, ...asked }: Asked<typeof FILTERS> & { limit: number; offset: number },
    reading: { signal: AbortSignal },
  ) => client.allGifs({ ...asked, ...wantedOf(q) }, reading),
}

// The row with the focus is selected by its own checkbox.
const selectRow = () =>
  document.activeElement
    ?.closest('tr[data-row]')
    ?.querySelector<HTMLInputElement>('input[type=checkbox]')
    ?.click()

const nameOf = ({ title, id }: LibraryItem) => title || id

/** The items that are selected, of any page. */
function useSelection() {
  const [selected, setSelected] = useState<ReadonlyMap<string, LibraryItem>>(new Map())
  const select = (items: readonly LibraryItem[]) => {
    const byId = new Map(items.map((item) => [item.id, item]))
    setSelected(new Map([...byId].slice(0, SELECTED_MAX)))
  }
  const items = [...selected.values()]
  const toggle = (item: LibraryItem) =>
    select(selected.has(item.id) ? items.filter(({ id }) => id !== item.id) : [...items, item])
  return { items, has: ({ id }: LibraryItem) => selected.has(id), select, toggle }
}
type Selection = ReturnType<typeof useSelection>

/** `/admin/library`: all items, found by words and states, opened, and changed many at once. */
export default function LibraryItemsPage() {
  const { texts } = usePage('library')
  const filtering = useFilters(FILTERS)
  const { filters, asked, change } = filtering
  const selection = useSelection()
  // The list below reads it.
  const { data: page } = useQuery({ ...pageQuery(LIST, asked, pageNumber(filters.page)), enabled: false })
  const rows = page?.results ?? []
  const place = usePlace(filtering, page)
  usePageKeys([['x', selectRow]])
  const show = (item: string) => change({ item, page: filters.page })
  const open = ({ id }: LibraryItem) => show(id)
  const columns = useColumns(selection, open)
  const selectPage = () => selection.select([...selection.items, ...rows])
  const { q, ...wanted } = asked
  const call = { ...wanted, ...wantedOf(q) }
  return (
    <>
      <LibraryTop show={show} />
      <FilterBar
        className="admin-library-filters"
        filtering={filtering}
        fields={useFields()}
        columns={columns}
      />
      <BulkBar selected={selection.items} select={selection.select} selectPage={selectPage} asked={call} />
      <List
        {...LIST}
        columns={columns}
        open={open}
        label={texts.title}
        empty={texts.empty}
        filtering={filtering}
      />
      {filters.item && <ItemDialog id={filters.item} place={place} close={() => show('')} />}
    </>
  )
}

/** Where the opened item is in the list, and the ways from it, over the list's pages. */
function usePlace(
  { filters, asked, change }: Filtering<typeof FILTERS>,
  page: { results: readonly LibraryItem[]; count?: number } | undefined,
): Place | undefined {
  const { common } = usePage('library')
  const queries = useQueryClient()
  const say = useSay()
  const { results: rows = [], count = 0 } = page ?? {}
  const number = pageNumber(filters.page)
  const at = rows.findIndex(({ id }) => id === filters.item)
  if (at === -1) return undefined
  async function go(by: 1 | -1) {
    const near = rows[at + by]
    if (near) return change({ item: near.id, page: filters.page })
    const { results } = await queries.fetchQuery(pageQuery(LIST, asked, number + by))
    const found = by === 1 ? results[0] : results.at(-1)
    if (found) change({ item: found.id, page: String(number + by) })
  }
  return {
    at: (number - 1) * PAGE_ROWS + at + 1,
    total: count,
    go: (by) => void go(by).catch((error) => say({ text: failureText(error, common), isFailure: true })),
  }
}

/** The headline, and the files that are uploaded. */
function LibraryTop({ show }: { show: (item: string) => void }) {
  const { texts } = usePage('library')
  const [isUploading, setUploading] = useState(false)
  return (
    <>
      <PageTop title={texts.title} intro={texts.intro}>
        <Button aria-expanded={isUploading} onClick={() => setUploading(true)}>
          {texts.upload}
        </Button>
      </PageTop>
      <Uploads isOpen={isUploading} setOpen={setUploading} show={show} />
    </>
  )
}

function useFields(): AdminField[] {
  const { common, texts } = usePage('library')
  const all = { value: '', label: common.all }
  return [
    { name: 'q', type: 'search', label: common.search, placeholder: texts.searchHint, maxLength: 100 },
    { name: 'owner', label: texts.owner, maxLength: 50, clean: cleanName },
    { name: 'type', label: texts.kind, options: [all, ...optionsOf(ITEM_TYPES, texts)] },
    { name: 'rating', label: texts.rating, options: [all, ...RATING_OPTIONS] },
    { name: 'state', label: common.state, options: [all, ...optionsOf(LIBRARY_STATES, texts)] },
  ]
}

function useColumns({ has, toggle }: Selection, open: (item: LibraryItem) => void): Column<LibraryItem>[] {
  const { texts, fill } = usePage('library')
  const checkbox = (item: LibraryItem) => (
    <Checkbox
      aria-label={fill(texts.selectOne, { name: nameOf(item) })}
      checked={has(item)}
      onChange={() => toggle(item)}
    />
  )
  const name = (item: LibraryItem) => (
    <span className="admin-item">
      <Thumbnail item={item} />
      <span>
        <Button variant="subtle" size="compact-sm" className="admin-item-name" onClick={() => open(item)}>
          <bdi>{nameOf(item)}</bdi>
        </Button>
        <States item={item} />
      </span>
    </span>
  )
  const kind = ({ type, rating }: LibraryItem) => (
    <span className="admin-line">{`${texts[type]} · ${rating.toUpperCase()}`}</span>
  )
  const added = ({ create_datetime }: LibraryItem) => <Added at={create_datetime} />
  return [
    { title: texts.select, cell: checkbox, width: '64px' },
    { title: texts.item, cell: name },
    { title: texts.kind, cell: kind, width: '130px' },
    { title: texts.owner, cell: ({ username }) => username && <bdi>@{username}</bdi>, width: '130px' },
    { title: texts.added, cell: added, width: '190px', sort: 'when' },
  ]
}

/** When an item was added; the library keeps it as UTC, without saying so. */
function Added({ at }: { at: string }) {
  const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(at) ? `${at.replace(' ', 'T')}Z` : at
  return Number.isNaN(Date.parse(time)) ? null : <When at={time} />
}

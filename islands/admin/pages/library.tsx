import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { idOfSlug } from '../../../shared/gif/item-path.ts'
import { ITEM_TYPES, RATINGS } from '../../../shared/schema/choices.ts'
import {
  LIBRARY_STATES,
  type LibraryItem,
  type LibraryPage as Page,
} from '../../../shared/schema/own/items.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { client } from '../client.ts'
import { BulkBar } from '../library/bulk-bar.tsx'
import { BulkForm } from '../library/bulk-form.tsx'
import { ItemDialog } from '../library/item-dialog.tsx'
import { States } from '../library/states.tsx'
import { Thumbnail } from '../library/thumbnail.tsx'
import { useBulk } from '../library/use-bulk.ts'
import { type Column, List } from '../parts/list.tsx'
import { PageTop } from '../parts/page-top.tsx'
import { SortSelect } from '../parts/sort-select.tsx'
import { BY_TIME, timeSorting } from '../parts/sorting.ts'
import { usePageKeys } from '../parts/use-page-keys.ts'
import { When } from '../parts/when.tsx'
import { useFilters } from '../place/use-filters.ts'
import { Uploads } from '../upload/uploads.tsx'

const FILTERS = { q: '', owner: '', type: '', rating: '', state: '', item: '', order: 'desc', page: '1' }
type Filters = typeof FILTERS

/** How long typing rests before it is looked for, in ms. */
const REST_MS = 250
/** Items that are selected at most. */
const SELECTED_MAX = 500

const oneOf = <T extends string>(values: readonly T[], text: string) => values.find((value) => value === text)

/** The filters as the call has them. An item's address in the place of words is that item. */
function inputOf({ q, owner, ...filters }: Omit<Filters, 'item' | 'order' | 'page'>) {
  const gif = idOfSlug(URL.parse(q.trim())?.pathname.split('/').at(-1) ?? '')
  const type = oneOf(ITEM_TYPES, filters.type)
  const rating = oneOf(RATINGS, filters.rating)
  const state = oneOf(LIBRARY_STATES, filters.state)
  return {
    ...(gif ? { gif } : q.trim() && { q: q.trim() }),
    ...(owner && { owner }),
    ...(type && { type }),
    ...(rating && { rating }),
    ...(state && { state }),
  }
}

// The row with the focus is selected by its own checkbox.
const selectRow = () =>
  document.activeElement
    ?.closest('tr[data-row]')
    ?.querySelector<HTMLInputElement>('input[type=checkbox]')
    ?.click()

/** `/admin/library`: all items, found by words and states, opened, and changed many at once. */
export default function LibraryPage() {
  const { texts: all } = useAdmin()
  const { common, library: texts } = all
  const { filters, change, type, isFiltered, clear } = useFilters(FILTERS)
  const [selected, setSelected] = useState<ReadonlyMap<string, LibraryItem>>(new Map())
  const [isChanging, setChanging] = useState(false)
  const [isUploading, setUploading] = useState(false)
  const queries = useQueryClient()
  const select = (items: readonly LibraryItem[]) =>
    setSelected(new Map(items.slice(0, SELECTED_MAX).map((item) => [item.id, item])))
  const { run, ...bulk } = useBulk(select)
  usePageKeys([['x', selectRow]])

  const [q] = useDebouncedValue(filters.q, REST_MS)
  const [owner] = useDebouncedValue(filters.owner, REST_MS)
  const sorting = timeSorting(filters.order, change)
  const input = { ...inputOf({ ...filters, q, owner }), order: sorting.order }
  const of = ['library', input]
  const open = ({ id }: LibraryItem) => change({ item: id, page: filters.page })
  const toggle = (item: LibraryItem) =>
    select(
      selected.has(item.id)
        ? [...selected.values()].filter(({ id }) => id !== item.id)
        : [...selected.values(), item],
    )
  const selectPage = () => {
    const page = queries.getQueryData<Page>([...of, Number(filters.page)])
    select([
      ...new Map([...selected, ...(page?.results ?? []).map((item) => [item.id, item] as const)]).values(),
    ])
  }
  const nameOf = ({ title, id }: LibraryItem) => title || id

  const columns: Column<LibraryItem>[] = [
    {
      title: texts.select,
      cell: (item) => (
        <Checkbox
          aria-label={interpolate(texts.selectOne, { name: nameOf(item) })}
          checked={selected.has(item.id)}
          onChange={() => toggle(item)}
        />
      ),
      width: '64px',
    },
    {
      title: texts.item,
      cell: (item) => (
        <span className="admin-item">
          <Thumbnail item={item} />
          <span>
            <Button variant="subtle" size="compact-sm" className="admin-item-name" onClick={() => open(item)}>
              <bdi>{nameOf(item)}</bdi>
            </Button>
            <States item={item} />
          </span>
        </span>
      ),
    },
    {
      title: texts.kind,
      cell: ({ type, rating }) => (
        <span className="admin-line">{`${texts[type]} · ${rating.toUpperCase()}`}</span>
      ),
      width: '130px',
    },
    { title: texts.owner, cell: ({ username }) => username && <bdi>@{username}</bdi>, width: '130px' },
    {
      title: texts.added,
      cell: ({ create_datetime }) => <Added at={create_datetime} />,
      width: '190px',
      sort: BY_TIME,
    },
  ]
  const choice = (label: string, name: keyof Filters, options: { value: string; label: string }[]) => (
    <NativeSelect
      label={label}
      value={filters[name]}
      data={[{ value: '', label: common.all }, ...options]}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
    />
  )
  return (
    <>
      <PageTop title={texts.title} intro={texts.intro}>
        <Button aria-expanded={isUploading} onClick={() => setUploading(true)}>
          {texts.upload}
        </Button>
      </PageTop>
      <Uploads
        isOpen={isUploading}
        open={() => setUploading(true)}
        close={() => setUploading(false)}
        show={(item) => change({ item, page: filters.page })}
      />
      <search className="admin-filters admin-library-filters">
        <TextInput
          type="search"
          label={common.search}
          placeholder={texts.searchHint}
          value={filters.q}
          maxLength={100}
          onChange={({ currentTarget }) => type({ q: currentTarget.value })}
        />
        <TextInput
          label={texts.owner}
          value={filters.owner}
          maxLength={50}
          onChange={({ currentTarget }) => type({ owner: currentTarget.value.replace(/[^\w.-]/g, '') })}
        />
        {choice(
          texts.kind,
          'type',
          ITEM_TYPES.map((value) => ({ value, label: texts[value] })),
        )}
        {choice(
          texts.rating,
          'rating',
          RATINGS.map((value) => ({ value, label: value.toUpperCase() })),
        )}
        {choice(
          common.state,
          'state',
          LIBRARY_STATES.map((value) => ({ value, label: texts[value] })),
        )}
        <SortSelect sorting={sorting} columns={columns} />
      </search>
      <BulkBar
        selected={[...selected.values()]}
        selectPage={selectPage}
        deselect={() => select([])}
        change={() => setChanging(true)}
        {...bulk}
      />
      <List
        of={of}
        read={(page, signal) => client.allGifs({ ...input, ...page }, { signal })}
        columns={columns}
        keyOf={({ id }) => id}
        open={open}
        label={texts.title}
        empty={texts.empty}
        isFiltered={isFiltered}
        clear={clear}
        sorting={sorting}
        page={Number(filters.page)}
        turn={(page) => change({ page: String(page) })}
      />
      {isChanging && (
        <BulkForm
          items={[...selected.values()]}
          close={() => setChanging(false)}
          run={(jobs) => void run(jobs)}
        />
      )}
      {filters.item && (
        <ItemDialog
          key={filters.item}
          id={filters.item}
          close={() => change({ item: '', page: filters.page })}
        />
      )}
    </>
  )
}

/** When an item was added; the library keeps it as UTC, without saying so. */
function Added({ at }: { at: string }) {
  const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(at) ? `${at.replace(' ', 'T')}Z` : at
  return Number.isNaN(Date.parse(time)) ? null : <When at={time} />
}

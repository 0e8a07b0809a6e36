import { Button, Checkbox } from '@mantine/core'
import { RATINGS } from '../../../shared/schema/choices.ts'
import { CASE_KINDS } from '../../../shared/schema/own/cases.ts'
import { CASE_REASONS } from '../../../shared/schema/own/staff.ts'
import { DAY_MS, HOUR_MS } from '../../../shared/time.ts'
import { client, usePage, usePageKeys, useSay } from '../admin.tsx'
import { Bulk, useSelection } from '../cases/bulk.tsx'
import { type Case, nameOf } from '../cases/case.ts'
import { CaseView } from '../cases/case-view.tsx'
import { Leaders } from '../cases/leaders.tsx'
import { SearchReports } from '../cases/search-reports.tsx'
import { PageTop, StateBadge, Thumbnail, Views, When } from '../parts/elements.tsx'
import { useFilters } from '../parts/filters.tsx'
import { useContentFocus } from '../parts/focus.ts'
import { type AdminField, Fields, optionsOf, RATING_OPTIONS } from '../parts/form.tsx'
import { type Column, List } from '../parts/list.tsx'

/** Reports of searches are listed by themselves: they are of no item. */
const KINDS = ['all', ...CASE_KINDS, 'search'] as const
const OF_STAFF: readonly string[] = ['claim', 'objection']
const AGES = { day: 1, week: 7, month: 30 } as const

const FILTERS = {
  kind: KINDS,
  reason: ['', ...CASE_REASONS],
  rating: ['', ...RATINGS],
  owner: '',
  age: ['', 'day', 'week', 'month'],
  sort: ['oldest', 'reports'],
  item: '',
  page: '1',
} as const

/** What the call is asked by. An age is counted from the full hour, so that the list is the same for a while. */
function askedOf({ kind, age, ...asked }: ReturnType<typeof useFilters<typeof FILTERS>>['asked']) {
  const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  return {
    ...asked,
    ...(kind && kind !== 'search' && { kind }),
    ...(age && { before: new Date(hour - AGES[age] * DAY_MS).toISOString() }),
  }
}

/** `/admin/cases`: all that is open about items, as a list, and one by one. */
export default function CasesPage() {
  const filtering = useFilters(FILTERS)
  const { filters, asked, change } = filtering
  const go = (item: string) => change({ item, page: filters.page })
  useContentFocus(filters.item && 'case')
  if (filters.item) return <CaseView id={filters.item} asked={askedOf(asked)} go={go} />
  return <CaseList filtering={filtering} go={go} />
}

type ListProps = {
  filtering: ReturnType<typeof useFilters<typeof FILTERS>>
  go: (id: string) => void
}

// The row with the focus is selected by its own checkbox.
const selectRow = () =>
  document.activeElement
    ?.closest('tr[data-row]')
    ?.querySelector<HTMLInputElement>('input[type=checkbox]')
    ?.click()

function CaseList({ filtering, go }: ListProps) {
  const { common, texts, role } = usePage('cases')
  const { filters, asked, change, type } = filtering
  const selection = useSelection()
  const say = useSay()
  const kinds = KINDS.filter((kind) => role === 'staff' || !OF_STAFF.includes(kind))
  const call = askedOf(asked)
  const isSearch = filters.kind === 'search'
  const begin = async () => {
    const first = (await client.cases({ ...call, limit: 1 }))?.results[0]
    if (first) go(first.id)
    else say({ text: texts.empty })
  }
  usePageKeys([
    ['x', selectRow],
    ['d', () => void begin()],
  ])
  const open = ({ id }: Case) => go(id)
  const fields = useFields()
  const columns = useColumns(selection, open)
  return (
    <>
      <PageTop title={texts.title} intro={texts.intro}>
        {!isSearch && (
          <Button onClick={() => void begin()} aria-keyshortcuts="d">
            {texts.begin}
          </Button>
        )}
      </PageTop>
      <search>
        <Views
          views={kinds}
          texts={{ ...texts, all: common.all }}
          value={filters.kind}
          choose={(kind) => change({ kind })}
        />
        {!isSearch && (
          <div className="admin-filters">
            <Fields
              form={{
                values: filters,
                set: (changed, isTyped) => (isTyped ? type : change)(changed),
                isSent: false,
              }}
              fields={fields}
            />
          </div>
        )}
      </search>
      {isSearch ? (
        <SearchReports />
      ) : (
        <>
          <Bulk selection={selection} asked={call} />
          <List
            list="cases"
            read={({ kind: _, age: __, ...page }, reading) => client.cases({ ...page, ...call }, reading)}
            columns={columns}
            open={open}
            label={texts.title}
            empty={texts.empty}
            filtering={filtering}
          />
        </>
      )}
      <Leaders />
    </>
  )
}

function useFields(): AdminField[] {
  const { all, common, texts } = usePage('cases')
  const any = { value: '', label: common.all }
  const clean = (text: string) => text.replace(/[^\w.-]/g, '')
  return [
    { name: 'reason', label: common.reason, options: [any, ...optionsOf(CASE_REASONS, texts)] },
    { name: 'rating', label: all.library.rating, options: [any, ...RATING_OPTIONS] },
    { name: 'owner', label: all.library.owner, maxLength: 50, clean },
    { name: 'age', label: texts.age, options: [any, ...optionsOf(['day', 'week', 'month'], texts)] },
    {
      name: 'sort',
      label: common.sortBy,
      options: [
        { value: 'oldest', label: texts.oldest },
        { value: 'reports', label: texts.mostReported },
      ],
    },
  ]
}

/** Files of what was taken down are there for no one. */
const NO_PICTURE = { thumbnail: null }

function useColumns(selection: ReturnType<typeof useSelection>, open: (row: Case) => void): Column<Case>[] {
  const { all, texts, fill } = usePage('cases')
  const checkbox = (row: Case) => (
    <Checkbox
      aria-label={fill(all.library.selectOne, { name: nameOf(row) })}
      checked={selection.has(row)}
      onChange={() => selection.toggle(row)}
    />
  )
  const item = (row: Case) => (
    <span className="admin-item">
      <Thumbnail item={row.item?.is_removed ? NO_PICTURE : (row.item ?? NO_PICTURE)} />
      <span>
        <Button variant="subtle" size="compact-sm" className="admin-item-name" onClick={() => open(row)}>
          <bdi>{nameOf(row)}</bdi>
        </Button>
        <span className="admin-actions">
          {row.kinds.map((kind) => (
            <StateBadge key={kind}>{texts[`one-${kind}`]}</StateBadge>
          ))}
          {row.item?.is_removed && <StateBadge color="red">{all.takedowns.taken}</StateBadge>}
          {row.held_by && <StateBadge color="orange">{fill(texts.heldBy, { who: row.held_by })}</StateBadge>}
        </span>
      </span>
    </span>
  )
  return [
    { title: all.library.select, cell: checkbox, width: '64px' },
    { title: all.library.item, cell: item },
    { title: texts.why, cell: ({ reasons }) => reasons.map((reason) => texts[reason]).join(', ') },
    { title: texts.reports, cell: ({ reports }) => reports || '', width: '100px' },
    {
      title: all.library.owner,
      cell: ({ item }) => item?.username && <bdi>@{item.username}</bdi>,
      width: '130px',
    },
    { title: texts.since, cell: ({ opened_at }) => opened_at && <When at={opened_at} />, width: '190px' },
  ]
}

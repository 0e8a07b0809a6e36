import { Button } from '@mantine/core'
import { FIGURES } from '../../../shared/schema/own/figures.ts'
import { DAY_MS, utcDay } from '../../../shared/time.ts'
import { DayChart } from '../../ui/day-chart.tsx'
import { client, usePage, useRead } from '../admin.tsx'
import { dayText, Failed, ItemLink, Loading, NumberTable, PageTop } from '../parts/elements.tsx'
import { BY_TIME, FilterBar, useFilters } from '../parts/filters.tsx'
import { type Column, List, type RowOf } from '../parts/list.tsx'
import { Card } from './overview-visitors.tsx'

const DAYS = ['30', '7', '90', '365'] as const
const FILTERS = { days: DAYS, ...BY_TIME } as const

const SEEN = ['views', 'hovers', 'clicks'] as const

/** So many days up to today. */
function rangeOf(days: string) {
  const to = utcDay(Date.now())
  return { from: utcDay(Date.parse(to) - (Number(days) - 1) * DAY_MS), to }
}

/** `/admin/figures`: what visitors did with all items, by day, by item and by the site that embeds them. */
export default function FiguresPage() {
  const { common, texts } = usePage('figures')
  const filtering = useFilters(FILTERS)
  const { days } = filtering.filters
  const range = rangeOf(days)
  const columns = useColumns()
  return (
    <>
      <PageTop title={texts.title} intro={texts.intro}>
        <Button
          component="a"
          href={`/api/v3/analytics/gifs/csv/?${new URLSearchParams({ ...range, all: 'true' })}`}
          download="figures.csv"
        >
          {texts.download}
        </Button>
      </PageTop>
      <FilterBar
        filtering={filtering}
        fields={[{ name: 'days', label: texts.days, options: DAYS }]}
        columns={[{ title: common.when, sort: 'when' }]}
      />
      <Days range={range} />
      <div className="admin-figure-rows">
        <List
          list="figures"
          label={texts.byGif}
          empty={texts.empty}
          filtering={filtering}
          read={({ days: _, ...asked }, reading) =>
            client.gifFigures({ ...asked, ...range, all: true }, reading)
          }
          keyOf={({ day, gif_id }) => `${day} ${gif_id}`}
          columns={columns}
        />
      </div>
      <Sites range={range} />
    </>
  )
}

type Row = RowOf<typeof client.gifFigures>

function useColumns(): Column<Row>[] {
  const { common, texts, language, numberOf } = usePage('figures')
  return [
    { title: common.when, cell: ({ day }) => dayText(day, language), width: '150px', sort: 'when' },
    { title: common.gif, cell: ({ gif_id }) => <ItemLink id={gif_id} /> },
    ...FIGURES.map((name) => ({
      title: texts[name],
      cell: (row: Row) => numberOf(row[name]),
      end: true as const,
    })),
  ]
}

type PartProps = { range: ReturnType<typeof rangeOf> }

/** The views of each day as bars, and all numbers as a table. */
function Days({ range }: PartProps) {
  const { texts, language, fill, numberOf } = usePage('figures')
  const { data, error, refetch } = useRead(['figures', 'days', range], client.dayFigures, {
    ...range,
    all: true,
  })
  if (error) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading />
  // The list below says that nothing was counted.
  if (data.results.length === 0) return null
  const viewsOf = new Map(data.results.map(({ day, views }) => [day, views]))
  const begin = Date.parse(range.from)
  const days = Array.from({ length: (Date.parse(range.to) - begin) / DAY_MS + 1 }, (_, at) => {
    const day = utcDay(begin + at * DAY_MS)
    return { day, value: viewsOf.get(day) ?? 0 }
  })
  const total = days.reduce((sum, { value }) => sum + value, 0)
  return (
    <Card id="by-day" title={texts.byDay}>
      <div className="admin-day-chart">
        <DayChart days={days} label={fill(texts.chart, { count: numberOf(total) })} />
        <div className="admin-chart-ends" aria-hidden="true">
          <span>{dayText(range.from, language)}</span>
          <span>{dayText(range.to, language)}</span>
        </div>
      </div>
      <details className="admin-numbers">
        <summary>{texts.table}</summary>
        <NumberTable
          head={[texts.day, ...FIGURES.map((name) => texts[name])]}
          rows={data.results.map((row) => [
            dayText(row.day, language),
            ...FIGURES.map((name) => numberOf(row[name])),
          ])}
        />
      </details>
    </Card>
  )
}

/** The sites on which items were seen the most. */
function Sites({ range }: PartProps) {
  const { texts, numberOf } = usePage('figures')
  const { data, error, refetch } = useRead(['figures', 'sites', range], client.siteFigures, {
    ...range,
    all: true,
  })
  if (error) return <Failed error={error} retry={refetch} />
  if (!data?.results.length) return null
  return (
    <Card id="by-site" title={texts.bySite}>
      <div className="admin-numbers">
        <NumberTable
          head={[texts.site, ...SEEN.map((name) => texts[name])]}
          rows={data.results.map(({ site, ...row }) => [
            site || texts.others,
            ...SEEN.map((name) => numberOf(row[name])),
          ])}
        />
      </div>
    </Card>
  )
}

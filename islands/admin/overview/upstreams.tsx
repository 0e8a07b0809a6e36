import { Badge } from '@mantine/core'
import type { Health } from '../../../shared/schema/own/staff.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { Ago } from '../parts/ago.tsx'
import { type Column, Rows } from '../parts/list.tsx'
import { whenText } from '../parts/when.tsx'

type Row = Health['upstreams'][number]

const COLORS = { open: 'red', 'half-open': 'yellow', closed: 'teal', none: 'gray' } as const

const NAMES = [
  'provider',
  'pingback',
  'site',
  'gateway',
  'imaging',
  'vimeo',
  'spotify',
  'source',
  'capture',
] as const
type Name = (typeof NAMES)[number]
const isNamed = (name: string): name is Name => NAMES.some((each) => each === name)

type Props = { health: Health; now: number }

/** How the services behind this one are, as one server has seen them. */
export function Upstreams({ health, now }: Props) {
  const { texts: all, language } = useAdmin()
  const texts = all.overview
  const columns: Column<Row>[] = [
    { title: texts.service, cell: ({ name }) => (isNamed(name) ? texts[name] : name), width: '18%' },
    { title: texts.where, cell: ({ place }) => texts[place], width: '15%' },
    {
      title: texts.breaker,
      cell: (row) => <Breaker row={row} />,
    },
    {
      title: texts.answered,
      cell: ({ answered_at }) => (answered_at ? <Ago at={answered_at} now={now} /> : '–'),
      width: '16%',
    },
    {
      title: texts.failed,
      cell: ({ failed }) =>
        failed ? (
          <>
            {interpolate(texts[failed.reason], { status: failed.status ?? '' })}
            <br />
            <span className="admin-soft">
              <Ago at={failed.at} now={now} />
            </span>
          </>
        ) : (
          '–'
        ),
      width: '22%',
    },
  ]
  return (
    <div className="admin-card admin-part">
      <h2 className="admin-card-title">{texts.upstreams}</h2>
      <p className="admin-part-text">
        {interpolate(texts.upstreamsText, { time: whenText(health.started_at, language) })}
      </p>
      <Rows rows={health.upstreams} columns={columns} keyOf={({ name }) => name} label={texts.upstreams} />
    </div>
  )
}

function Breaker({ row: { place, breaker, since } }: { row: Row }) {
  const { texts, language } = useAdmin()
  if (place === 'missing') return '–'
  return (
    <>
      <Badge variant="light" color={COLORS[breaker]} c="var(--ink)" tt="none">
        {texts.overview[breaker]}
      </Badge>{' '}
      {since && (
        <span className="admin-soft">
          {interpolate(texts.overview.sinceTime, { time: whenText(since, language) })}
        </span>
      )}
    </>
  )
}

import { Badge, Button } from '@mantine/core'
import type { CachedCopy } from '../../../shared/schema/own/staff.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { Ago } from '../parts/ago.tsx'
import { type Column, Rows } from '../parts/list.tsx'

type Layer = CachedCopy['layers'][number]

const COLORS = { fresh: 'teal', stale: 'yellow', expired: 'gray' } as const

type Props = {
  copy: CachedCopy
  /** ms. When the page has read it. */
  now: number
  isBusy: boolean
  refresh: (address: string) => void
}

/** A copy, layer by layer: its state, its age, and for how long it is of use. */
export function Copy({ copy: { address, layers }, now, isBusy, refresh }: Props) {
  const { texts: all, language } = useAdmin()
  const texts = all.cache
  const kilobytes = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'kilobyte',
    maximumFractionDigits: 1,
  })
  const columns: Column<Layer>[] = [
    { title: texts.layer, cell: ({ layer }) => texts[layer], width: '22%' },
    { title: all.common.state, cell: (layer) => <State layer={layer} />, width: '30%' },
    { title: texts.age, cell: ({ copy }) => (copy ? <Ago at={copy.fetched_at} now={now} /> : '–') },
    { title: texts.fresh, cell: ({ copy }) => (copy ? <Ago at={copy.fresh_until} now={now} /> : '–') },
    { title: texts.kept, cell: ({ copy }) => (copy ? <Ago at={copy.kept_until} now={now} /> : '–') },
    { title: texts.size, cell: ({ copy }) => (copy ? kilobytes.format(copy.bytes / 1000) : '–') },
  ]
  return (
    <div className="admin-card admin-copy" aria-busy={isBusy}>
      <div className="admin-copy-top">
        <h2>
          <code>{address}</code>
        </h2>
        <Button
          variant="default"
          size="xs"
          loading={isBusy}
          aria-label={interpolate(texts.refreshOf, { address })}
          onClick={() => refresh(address)}
        >
          {texts.refresh}
        </Button>
      </div>
      <Rows rows={layers} columns={columns} keyOf={({ layer }) => layer} label={address} />
    </div>
  )
}

function State({ layer: { is_there, copy, failure } }: { layer: Layer }) {
  const texts = useAdmin().texts.cache
  if (!is_there) return texts.missing
  return (
    <>
      {copy ? (
        <Badge variant="light" color={COLORS[copy.state]} c="var(--ink)" tt="none">
          {texts[COPY_TEXTS[copy.state]]}
        </Badge>
      ) : (
        !failure && texts.nothing
      )}
      {failure && (
        <div className="admin-copy-failure">
          {interpolate(texts.failure, { reason: failure.message || failure.kind })}
        </div>
      )}
    </>
  )
}

const COPY_TEXTS = { fresh: 'isFresh', stale: 'isStale', expired: 'isExpired' } as const

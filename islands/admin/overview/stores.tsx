import { useQuery } from '@tanstack/react-query'
import { adminPagesOf } from '../../../shared/admin/admin-pages.ts'
import type { Health } from '../../../shared/schema/own/staff.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { useAdmin } from '../admin-context.ts'
import { client } from '../client.ts'
import { readHealth } from './health.tsx'

/** What the layers of the cache hold, and how reads of it ended. */
export function Caches({ health: { caches, reads } }: { health: Health }) {
  const { texts: all, language } = useAdmin()
  const texts = all.overview
  const megabytes = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  })
  const numberOf = (count: number) => count.toLocaleString(language)
  return (
    <section className="admin-card admin-part" aria-labelledby="caches">
      <h2 className="admin-card-title" id="caches">
        {texts.caches}
      </h2>
      <p className="admin-part-text">
        {interpolate(texts.reads, {
          hit: numberOf(reads.hit),
          miss: numberOf(reads.miss),
          stale: numberOf(reads.stale),
          error: numberOf(reads.error),
        })}
      </p>
      <dl className="admin-health">
        {caches.map(({ layer, is_there, copies, bytes, faults }) => (
          <div key={layer} data-state={faults > 0 ? 'failing' : undefined}>
            <dt>{texts[layer]}</dt>
            <dd>
              {is_there
                ? [
                    copies !== null &&
                      interpolate(texts.copies, {
                        count: numberOf(copies),
                        size: megabytes.format((bytes ?? 0) / 1e6),
                      }),
                    interpolate(texts.faults, { count: numberOf(faults) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')
                : texts.missing}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const QUEUES = [
  { binding: 'PINGBACKS', name: 'pingbackQueue', failed: 'pingbacks', page: 'dead-letters' },
  { binding: 'JOBS', name: 'jobQueue', failed: 'uploads', page: 'library' },
] as const

/** Whether the queues are there, and how much of what they carry has failed and waits. */
export function Queues() {
  const { texts: all, language, role, hasOwnCalls } = useAdmin()
  const texts = all.overview
  const { data: health } = useQuery({ queryKey: ['health'], queryFn: ({ signal }) => readHealth(signal) })
  const { data: overview } = useQuery({
    queryKey: ['overview'],
    queryFn: ({ signal }) => client.overview({}, { signal }),
    enabled: hasOwnCalls,
  })
  const pages = new Set<string>(adminPagesOf(role))
  return (
    <section className="admin-card admin-part" aria-labelledby="queues">
      <h2 className="admin-card-title" id="queues">
        {texts.queues}
      </h2>
      <dl className="admin-health">
        {QUEUES.map(({ binding, name, failed, page }) => {
          const state = health?.bindings[binding] ?? 'missing'
          const waiting = overview?.waiting[failed]
          const text = waiting !== undefined && `${waiting.toLocaleString(language)} ${texts[failed]}`
          return (
            <div key={binding} data-state={state}>
              <dt>{texts[name]}</dt>
              <dd>
                {health && texts[state]}
                {text && ' · '}
                {text && (pages.has(page) ? <a href={`/admin/${page}`}>{text}</a> : text)}
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}

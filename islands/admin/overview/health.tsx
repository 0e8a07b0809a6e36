import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { useAdmin } from '../admin-context.ts'

/** States of a binding, the worst first. */
const STATES = ['failing', 'missing', 'ok', 'configured'] as const

/** What `/healthz` tells (`docs/contract.md`). */
const HealthSchema = v.object({
  status: v.picklist(['ok', 'failing']),
  build: v.string(),
  bindings: v.record(v.string(), v.picklist(STATES)),
})

/** Reads the state of each binding. */
export async function readHealth(signal: AbortSignal) {
  const response = await fetch('/healthz', { signal })
  return v.parse(HealthSchema, await response.json())
}

/** How each binding is that the service works with: databases, files, queues, caches, limits. */
export function Health() {
  const { common, overview: texts } = useAdmin().texts
  const { data, isError } = useQuery({ queryKey: ['health'], queryFn: ({ signal }) => readHealth(signal) })
  const bindings = Object.entries(data?.bindings ?? {}).sort(
    ([, one], [, other]) => STATES.indexOf(one) - STATES.indexOf(other),
  )
  return (
    <section className="admin-card admin-part" aria-labelledby="health">
      <h2 className="admin-card-title" id="health">
        {texts.health}
      </h2>
      <p className="admin-part-text" role="status">
        {isError ? common.failed : data && texts[data.status === 'ok' ? 'allWell' : 'notWell']}{' '}
        {data && <code>{data.build}</code>}
      </p>
      <dl className="admin-health">
        {bindings.map(([name, state]) => (
          <div key={name} data-state={state}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{texts[state]}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

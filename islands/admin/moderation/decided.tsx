import { useAdmin } from '../admin-context.ts'
import { ItemLink } from '../parts/item-link.tsx'
import { nameOf } from './decisions.ts'
import type { Made } from './use-queue.ts'

/** How many of the last decisions are seen. */
const SHOWN = 5

/** What was decided last, the newest first. */
export function Decided({ decided }: { decided: readonly Made[] }) {
  const { moderation } = useAdmin().texts
  if (decided.length === 0) return null
  return (
    <section className="admin-decided" aria-label={moderation.last}>
      <ol reversed>
        {decided
          .slice(-SHOWN)
          .reverse()
          .map(({ id, decision }) => (
            <li key={id}>
              <ItemLink id={id} />
              <span>{nameOf(decision, moderation)}</span>
            </li>
          ))}
      </ol>
    </section>
  )
}

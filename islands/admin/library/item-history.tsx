import { useQuery } from '@tanstack/react-query'
import { useAdmin } from '../admin-context.ts'
import { client } from '../client.ts'
import { Failed } from '../parts/list.tsx'
import { When } from '../parts/when.tsx'

/** Acts that are seen here; the audit log has all of them. */
const SHOWN = 10

/** What was done to an item, the newest first. */
export function ItemHistory({ id }: { id: string }) {
  const texts = useAdmin().texts.library
  const target = `gif/${id}`
  const { data, error, refetch } = useQuery({
    // Every change of the item is in it.
    queryKey: ['library', 'history', id],
    queryFn: ({ signal }) => client.audit({ target, limit: SHOWN }, { signal }),
  })
  return (
    <section aria-labelledby="history">
      <h3 id="history">{texts.history}</h3>
      {error && <Failed error={error} retry={() => void refetch()} />}
      {data?.results.length === 0 && <p className="admin-soft">{texts.noHistory}</p>}
      {data && data.results.length > 0 && (
        <>
          <ol className="admin-history">
            {data.results.map(({ id: act, actor, action, reason, created_at }) => (
              <li key={act}>
                <code>{action}</code> <bdi>{actor}</bdi>
                <span className="admin-soft">
                  <When at={created_at} />
                </span>
                {reason && <bdi className="admin-soft">{reason}</bdi>}
              </li>
            ))}
          </ol>
          <a href={`/admin/audit?target=${encodeURIComponent(target)}`}>{texts.allHistory}</a>
        </>
      )}
    </section>
  )
}

import { client, usePage, useRead } from '../admin.tsx'

/** Who has decided how much, as bars. */
export function Leaders() {
  const { texts, numberOf } = usePage('cases')
  const { data } = useRead(['leaders'], client.batchLeaderboard, {})
  const leaders = data?.results ?? []
  const most = Math.max(1, ...leaders.map(({ count }) => count))
  if (leaders.length === 0) return null
  return (
    <section className="admin-leaders" aria-labelledby="leaders">
      <h2 id="leaders">{texts.leaders}</h2>
      <ol>
        {leaders.map(({ user_id, username, count }) => (
          <li key={user_id}>
            <bdi>{username}</bdi>
            <span className="admin-bar-of" aria-hidden="true">
              <i style={{ width: `${(100 * count) / most}%` }} />
            </span>
            <b>{numberOf(count)}</b>
          </li>
        ))}
      </ol>
    </section>
  )
}

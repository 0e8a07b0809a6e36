import { adminPagesOf } from '../../../shared/admin/admin-pages.ts'
import { type Overview, WAITING, WAITING_MAX, type Waiting } from '../../../shared/schema/own/staff.ts'
import { useAdmin } from '../admin-context.ts'

/** The page where somebody does something about it, as far as there is one. */
const PAGES: Readonly<Record<Waiting, string>> = {
  moderation: 'moderation',
  reports: 'reports',
  schedule: 'schedule',
  uploads: 'library',
  pingbacks: 'dead-letters',
  mails: 'outbox',
}

/** How much waits of everything; each leads to its page where the role sees that. */
export function Waits({ waiting }: Pick<Overview, 'waiting'>) {
  const { role } = useAdmin()
  const pages = new Set<string>(adminPagesOf(role))
  return (
    <ul className="admin-waits">
      {WAITING.map((what) => (
        <li key={what}>
          {pages.has(PAGES[what]) ? (
            <a href={`/admin/${PAGES[what]}`}>
              <Count what={what} count={waiting[what]} />
            </a>
          ) : (
            <div>
              <Count what={what} count={waiting[what]} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function Count({ what, count }: { what: Waiting; count: number }) {
  const { texts, language } = useAdmin()
  return (
    <>
      <b data-none={count === 0 || undefined}>
        {count.toLocaleString(language)}
        {count === WAITING_MAX && '+'}
      </b>{' '}
      <span>{texts.overview[what]}</span>
    </>
  )
}

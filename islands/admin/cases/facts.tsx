import type { ReactNode } from 'react'
import { itemPath } from '../../../shared/gif/item-path.ts'
import { own } from '../../../shared/own.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import { usePage } from '../admin.tsx'
import { StateBadge, Thumbnail } from '../parts/elements.tsx'
import { type CaseDetail, nameOf } from './case.ts'
import { Changes } from './changes.tsx'

type Props = { found: CaseDetail }

/** All that a decision wants, the most pressing first. */
export const Facts = ({ found, gif }: Props & { gif: Gif | null | undefined }) => (
  <>
    <Title found={found} gif={gif} />
    <Claims found={found} />
    <Reports found={found} />
    <Changes changes={found.changes} />
    <Owner found={found} />
    <Decisions found={found} />
    <History found={found} />
  </>
)

function Title({ found, gif }: Props & { gif: Gif | null | undefined }) {
  const { all, texts, fill, numberOf } = usePage('cases')
  const { item, kinds, held_by } = found
  return (
    <>
      <h1>
        {gif ? (
          <a href={itemPath(gif)} target="_blank" rel="noopener">
            <bdi>{nameOf(found)}</bdi>
          </a>
        ) : (
          <bdi>{nameOf(found)}</bdi>
        )}
      </h1>
      <p className="admin-actions">
        {item && <StateBadge color="violet">{item.rating.toUpperCase()}</StateBadge>}
        {kinds.map((kind) => (
          <StateBadge key={kind}>{texts[`one-${kind}`]}</StateBadge>
        ))}
        {item?.is_removed && <StateBadge color="red">{all.takedowns.taken}</StateBadge>}
        {item?.is_hidden && <StateBadge>{all.library.hidden}</StateBadge>}
      </p>
      {held_by && <p role="status">{fill(texts.heldBy, { who: held_by })}</p>}
      {!item && <p className="admin-soft">{texts.gone}</p>}
      {item?.is_removed && <p className="admin-soft">{texts.removedNow}</p>}
      {item && (
        <p className="admin-soft">
          {[fill(texts.views, { count: numberOf(item.view_count) }), item.tags.join(', ')]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      {item?.source_post_url && (
        <p className="admin-soft">
          {all.library.source}: <bdi>{item.source_post_url}</bdi>
        </p>
      )}
    </>
  )
}

const Said = ({ by, children }: { by: ReactNode; children: string }) => (
  <figure className="admin-notice">
    <figcaption className="admin-soft">{by}</figcaption>
    {children && <bdi>{children}</bdi>}
  </figure>
)

function Reports({ found: { open } }: Props) {
  const { common, texts, timeOf } = usePage('cases')
  return open.map(({ id, reporter, reasons, additional_info, created_at }) => (
    <Said
      key={id}
      by={
        <>
          <b>{reasons.map((reason) => texts[reason]).join(', ')}</b> · <bdi>{reporter ?? common.visitor}</bdi>{' '}
          · {timeOf(created_at)}
        </>
      }
    >
      {additional_info}
    </Said>
  ))
}

function Claims({ found: { claims } }: Props) {
  const { texts, timeOf } = usePage('cases')
  return claims.map(({ id, kind, name, email, explanation, created_at }) => (
    <Said
      key={id}
      by={
        <>
          <b>{texts[kind === 'objection' ? 'one-objection' : kind]}</b> · <bdi>{name}</bdi> ·{' '}
          <bdi>{email}</bdi> · {timeOf(created_at)}
        </>
      }
    >
      {explanation}
    </Said>
  ))
}

function Owner({ found: { owner } }: Props) {
  const { all, texts, role, fill, numberOf } = usePage('cases')
  if (!owner) return null
  const { username, items, removed, hidden, warned, state, others } = owner
  const counts = {
    who: `@${username}`,
    items: numberOf(items),
    removed: numberOf(removed),
    hidden: numberOf(hidden),
  }
  return (
    <section aria-label={all.library.owner}>
      <p className="admin-actions">
        {role === 'staff' ? (
          <a href={`/admin/accounts?search=${encodeURIComponent(username)}`}>{fill(texts.owner, counts)}</a>
        ) : (
          <span>{fill(texts.owner, counts)}</span>
        )}
        {state !== 'active' && (
          <StateBadge color="red">{own<string>(all.accounts, state) ?? state}</StateBadge>
        )}
        {warned > 0 && (
          <StateBadge color="orange">{fill(texts.warned, { count: numberOf(warned) })}</StateBadge>
        )}
      </p>
      {others.length > 0 && (
        <ul className="admin-others" aria-label={texts.others}>
          {others.map((item) => (
            <li key={item.id}>
              <a href={`/admin/cases?item=${item.id}`} title={item.title || item.id}>
                <Thumbnail item={item} />
                <span className="admin-sr">{item.title || item.id}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Decisions({ found: { decisions } }: Props) {
  const { texts, fill, timeOf } = usePage('cases')
  if (decisions.length === 0) return null
  return (
    <section aria-labelledby="decisions">
      <h2 id="decisions">{texts.decisions}</h2>
      <ul className="admin-past">
        {decisions.map(
          ({ act, action, rating, person, by, reason, note, template, created_at, ...undone }) => (
            <li key={act} data-undone={undone.undone_at !== null || undefined}>
              <b>{action === 'rating' ? rating.toUpperCase() : (own<string>(texts, action) ?? action)}</b>
              {person && ` + ${texts[person]}`} · <bdi>{by}</bdi> · {timeOf(created_at)}
              {undone.undone_at && ` · ${fill(texts.undoneAt, { who: undone.undone_by })}`}
              <span className="admin-soft">
                {[template && texts[template], reason, note].filter(Boolean).join(' · ')}
              </span>
            </li>
          ),
        )}
      </ul>
    </section>
  )
}

function History({ found: { history } }: Props) {
  const { texts, timeOf } = usePage('cases')
  if (history.length === 0) return null
  return (
    <details>
      <summary>{texts.history}</summary>
      <ul className="admin-past">
        {history.map(({ id, actor, action, reason, created_at }) => (
          <li key={id}>
            {action} · <bdi>{actor}</bdi> · {timeOf(created_at)}
            {reason && <span className="admin-soft">{reason}</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}

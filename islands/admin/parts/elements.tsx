import { Badge, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { itemPath } from '../../../shared/gif/item-path.ts'
import { avatarUrl } from '../../../shared/picture/avatar.ts'
import { pictureUrl } from '../../../shared/picture/renditions.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import type { OwnItem } from '../../../shared/schema/own/items.ts'
import { isoOf, statusOf, useAdmin } from '../admin.tsx'
import { useItem } from './items.tsx'

/** The button of a row, or of a part of a page. */
export const SmallButton = Button.withProps({ variant: 'default', size: 'xs' })

type RowButtonProps = { text: string; name: string; press: () => void }

/** The button of a row that several rows have: its name says which row it is of. */
export const RowButton = ({ text, name, press }: RowButtonProps) => (
  <SmallButton aria-label={`${text}: ${name}`} onClick={press}>
    {text}
  </SmallButton>
)

/** A state, in the letters of the page. */
export const StateBadge = Badge.withProps({ variant: 'light', color: 'gray', tt: 'none' })

type PageTopProps = { title: string; intro: string; children?: ReactNode }

/** A page's headline, what it is for, and its main actions. */
export const PageTop = ({ title, intro, children }: PageTopProps) => (
  <div className="admin-top">
    <div>
      <h1>{title}</h1>
      <p className="admin-intro">{intro}</p>
    </div>
    {children}
  </div>
)

type SectionProps = { id: string; title: ReactNode; className?: string; children: ReactNode }

/** A part of a record, with its headline. */
export const RecordSection = ({ id, title, className, children }: SectionProps) => (
  <section className={className} aria-labelledby={id}>
    <h3 id={id}>{title}</h3>
    {children}
  </section>
)

type NoticeProps = {
  text: string
  role?: 'alert'
  /** Of the text alone. */
  textRole?: 'status'
  /** What can be done about it. */
  act?: string
  press?: () => void
  /** Within a card of the page. */
  isWithin?: boolean
}

/** What is there in the place of a list or a record. */
export const Notice = ({ text, role, textRole, act, press, isWithin = false }: NoticeProps) => (
  <div className={isWithin ? 'admin-state' : 'admin-card admin-state'} role={role}>
    <span role={textRole}>{text}</span>
    {act && (
      <Button variant="default" onClick={press}>
        {act}
      </Button>
    )}
  </div>
)

/** A list that could not be read, and what to do now. */
export function Failed({ error, retry }: { error: unknown; retry: () => unknown }) {
  const { texts, hasOwnCalls } = useAdmin()
  const { common } = texts
  const status = statusOf(error)
  if (status === 403) return <Notice role="alert" text={common.notAllowed} />
  if (status !== 401)
    return <Notice role="alert" text={common.failed} act={common.retry} press={() => void retry()} />
  const next = encodeURIComponent(location.pathname + location.search)
  return (
    <div className="admin-card admin-state" role="alert">
      <span>{common.signedOut}</span>
      {hasOwnCalls && (
        <Button component="a" href={`/login?next=${next}`}>
          {common.signIn}
        </Button>
      )}
    </div>
  )
}

/** The numbers of grey rows, in the place of what is read. */
export const GREY_ROWS = Array.from({ length: 6 }, (_, n) => n)

/** Grey cards in the place of what is read. */
export function Loading() {
  const { common } = useAdmin().texts
  return (
    <div className="admin-waiting" role="status" aria-label={common.loading}>
      <i />
      <i />
      <i />
    </div>
  )
}

type ViewsProps<View extends string> = {
  views: readonly View[]
  texts: Readonly<Record<View, string>>
  value: View
  choose: (view: View) => void
}

/** What a page shows, one of a few: the arrow keys go through them. */
export const Views = <View extends string>({ views, texts, value, choose }: ViewsProps<View>) => (
  <fieldset className="admin-views" aria-label={useAdmin().texts.common.view}>
    {views.map((view) => (
      <label key={view}>
        <input type="radio" name="view" value={view} checked={view === value} onChange={() => choose(view)} />
        <span>{texts[view]}</span>
      </label>
    ))}
  </fieldset>
)

type NumberTableProps = {
  /** The titles of the columns. */
  head: readonly string[]
  /** The cells of each row, the first its title. */
  rows: readonly (readonly string[])[]
}

/** A small table of numbers. */
export const NumberTable = ({ head, rows }: NumberTableProps) => (
  <table>
    <thead>
      <tr>
        {head.map((title) => (
          <th key={title} scope="col">
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([title, ...cells]) => (
        <tr key={title}>
          <th scope="row">{title}</th>
          {cells.map((cell, at) => (
            <td key={head[at + 1]} data-title={head[at + 1]}>
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/** A time in the page's language and the reader's zone; the exact one is its title. */
export function When({ at }: { at: string }) {
  const { language, timeOf } = useAdmin()
  const iso = isoOf(at)
  const title = new Date(iso).toLocaleString(language, { dateStyle: 'full', timeStyle: 'long' })
  return (
    <time dateTime={iso} title={title}>
      {timeOf(iso)}
    </time>
  )
}

/** A day (UTC) as people write it, without its year. */
export const dayText = (day: string, language: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(language, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })

const STEPS = [
  [60, 'second', 1],
  [3600, 'minute', 60],
  [86_400, 'hour', 3600],
  [Infinity, 'day', 86_400],
] as const

/** How long ago a time was, or how far away it is, as of `now` (ms); the time itself is its title. */
export function Ago({ at, now }: { at: string; now: number }) {
  const { language, timeOf } = useAdmin()
  const seconds = Math.round((Date.parse(at) - now) / 1000)
  const [, unit, length] = STEPS.find(([most]) => Math.abs(seconds) < most) ?? STEPS[0]
  const text = new Intl.RelativeTimeFormat(language, { numeric: 'always' }).format(
    Math.trunc(seconds / length),
    unit,
  )
  return (
    <time dateTime={at} title={timeOf(at)}>
      {text}
    </time>
  )
}

/** A small still picture of an item, to know it by; an empty place without one. */
export function SmallPicture({ gif }: { gif: Gif | null | undefined }) {
  const { fixed_height_small_still, fixed_height_small, original } = gif?.images ?? {}
  const picture = fixed_height_small_still ?? fixed_height_small ?? original
  return (
    <span className="admin-thumb">
      {picture && <img src={pictureUrl(picture)} alt="" loading="lazy" decoding="async" />}
    </span>
  )
}

/** A small picture to know an item by; of a film its first frame. */
export const Thumbnail = ({ item: { thumbnail } }: { item: Pick<OwnItem, 'thumbnail'> }) => (
  <span className="admin-thumb">
    {thumbnail &&
      (thumbnail.kind === 'film' ? (
        <video src={thumbnail.url} muted playsInline preload="metadata" aria-hidden="true" tabIndex={-1} />
      ) : (
        <img src={thumbnail.url} alt="" loading="lazy" decoding="async" />
      ))}
  </span>
)

/** A small picture to know a person by: their avatar, or one that stays theirs. */
export const Face = ({ person }: { person: Parameters<typeof avatarUrl>[0] }) => (
  <img className="admin-face" src={avatarUrl(person)} alt="" width="28" height="28" loading="lazy" />
)

/** An item that a page mentions: its picture and title, which lead to its page; its id where it is gone. @param gif if known */
export function ItemLink({ id, gif }: { id: string; gif?: Gif | undefined }) {
  const { data = gif } = useItem(id, gif)
  return (
    <a className="admin-item" href={data ? itemPath(data) : `/gifs/${id}`} target="_blank" rel="noopener">
      <SmallPicture gif={data} />
      {data ? <bdi>{data.title || id}</bdi> : <code>{id}</code>}
    </a>
  )
}

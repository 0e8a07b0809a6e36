import { PLACEHOLDER } from '../../../islands/ui/tile-picture.ts'
import type { OwnItem } from '../../../shared/schema/own/items.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { dayIn } from '../account-parts.tsx'
import { Form } from '../form.tsx'
import type { PageState } from '../people-page.tsx'
import { HIDE_GIF, SHOW_GIF } from './gif-forms.ts'

/** The page on which an item is edited. */
export const editPath = (id: string): string => `/account/gifs/${id}`

/** What an item is called. */
export const nameOf = ({ texts }: PageState, { title }: OwnItem): string => title || texts.untitled

type ListProps = {
  page: PageState
  items: readonly OwnItem[]
  /** Whether each has its buttons: the page must take their forms. */
  hasForms?: boolean
}

/** Somebody's items, a row each. */
export const GifList = ({ page, items, hasForms = false }: ListProps) => (
  <ul className="records uploads gifs">
    {items.map((item) => (
      <li key={item.id}>
        <Thumbnail item={item} />
        <p>
          <strong>
            <a href={page.to(`/gifs/${item.id}`)}>
              <bdi>{nameOf(page, item)}</bdi>
            </a>
          </strong>
          <span className="note">
            <Notes page={page} item={item} />
          </span>
        </p>
        <div className="acts">
          <a className="act quiet" href={page.to(editPath(item.id))}>
            {page.texts.edit}
            <span className="name-of"> {nameOf(page, item)}</span>
          </a>
          {hasForms && (
            <Form
              page={page}
              row={item.is_hidden ? SHOW_GIF : HIDE_GIF}
              id={item.id}
              about={nameOf(page, item)}
            />
          )}
        </div>
      </li>
    ))}
  </ul>
)

/** Decoration beside the name. Where motion is unwanted, what has no still leaves the place empty. */
function Thumbnail({ item: { thumbnail } }: { item: OwnItem }) {
  if (thumbnail?.kind === 'film') {
    // Without the moment some browsers draw nothing before it plays.
    const src = `${thumbnail.url}#t=0.001`
    return (
      <video className="thumb" src={src} preload="metadata" muted playsInline tabIndex={-1} aria-hidden />
    )
  }
  return (
    <picture className="thumb">
      {thumbnail?.kind === 'moving' && (
        <source data-still media="(prefers-reduced-motion: reduce)" srcSet={PLACEHOLDER} />
      )}
      {thumbnail && <img src={thumbnail.url} alt="" width={56} height={56} loading="lazy" decoding="async" />}
    </picture>
  )
}

/** When it came, who sees it, and how far its sizes are. */
export function Notes({ page, item }: { page: PageState; item: OwnItem }) {
  const { texts } = page
  const day = dayIn(page, `${item.create_datetime.replace(' ', 'T')}Z`)
  const notes = [
    interpolate(texts.uploadedOn, { date: day }),
    item.is_hidden ? texts.gifHidden : !item.is_indexable && texts.gifUnlisted,
    (item.state === 'queued' || item.state === 'working') && texts.sizesMaking,
    item.state === 'failed' && texts.sizesFailed,
  ]
  return (
    <>
      {notes.filter(Boolean).join('\u00a0· ')}
      {item.state === 'failed' && <span lang="en"> {item.reason}</span>}
    </>
  )
}

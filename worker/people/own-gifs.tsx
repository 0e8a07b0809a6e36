import { PauseButton } from '../../islands/ui/buttons.tsx'
import { PLACEHOLDER } from '../../islands/ui/tile-picture.ts'
import { AppError } from '../../shared/errors.ts'
import { sizesOnPage } from '../../shared/picture/sizes.ts'
import { pageNumber, pageWindow, pagingOf } from '../../shared/public/browse-path.ts'
import type { ItemView } from '../../shared/public/item-view.ts'
import type { OwnItem } from '../../shared/schema/own/items.ts'
import { interpolate } from '../../shared/texts/languages.ts'
import { pageCall } from '../proxy/handle-call.ts'
import { type PageContext, pageContext } from '../public/layout/page.ts'
import { Pager } from '../public/layout/parts.tsx'
import { Player } from '../render/parts.tsx'
import { dayIn, Section, Top } from './account-parts.tsx'
import { PostForm } from './form.tsx'
import { HIDE_GIF, SHOW_GIF } from './form-rows.ts'
import { byForm, type Drawn, type PageState, peoplePage, UPLOADS_ELSEWHERE } from './people-page.tsx'

const PATH = '/account/gifs'
const pathOf = (number: number) => (number > 1 ? `${PATH}?page=${number}` : PATH)

/** Items that `/account` shows: the newest. */
const SHOWN = 3

/** `/account/gifs`: all that a person has uploaded, also what is hidden; each can be hidden, shown, and edited. */
export const ownGifsPage = peoplePage({
  elsewhere: UPLOADS_ELSEWHERE,
  draw: (page) => (page.isSignedIn ? drawList(page) : { redirect: `/login?next=${PATH}` }),
  submit: byForm({
    hide: (c, { id }) => setHidden(c, { id, is_hidden: true }),
    show: (c, { id }) => setHidden(c, { id, is_hidden: false }),
  }),
})

async function setHidden(c: PageState['c'], edit: { id: string | undefined; is_hidden: boolean }) {
  await pageCall(c, 'editGif', edit)
  return { redirect: pathOf(pageNumber(c.req.query('page')) ?? 1) }
}

async function drawList(page: PageState): Promise<Drawn> {
  const { c, texts, to } = page
  const number = pageNumber(c.req.query('page'))
  const window = number && pageWindow(number)
  if (!window) throw new AppError('not-found', 'There is no such page')
  const { results, count } = (await pageCall(c, 'ownGifs', window)).body
  if (number > 1 && count <= window.offset) throw new AppError('not-found', 'The list ends before this page')
  return {
    title: texts.ownGifs,
    content: (
      <>
        <Top page={page} links={[['/account', texts.account]]} title={texts.ownGifs}>
          <a className="act" href={to('/upload')}>
            {texts.upload}
          </a>
        </Top>
        {count === 0 ? (
          <p className="note empty">{texts.ownGifsNone}</p>
        ) : (
          <GifList page={page} items={results} hasForms />
        )}
        <Pager context={pageContext(c)} paging={pagingOf(number, results.length, count)} pathOf={pathOf} />
      </>
    ),
  }
}

/** The newest of them, as a part of `/account`. */
export async function ownGifsSection(page: PageState) {
  const { c, texts, to } = page
  const { results, count } = (await pageCall(c, 'ownGifs', { limit: SHOWN })).body
  const number = new Intl.NumberFormat(c.get('language')).format(count)
  return (
    <Section title={texts.ownGifs} text={texts.ownGifsText}>
      {count === 0 ? (
        <p className="note empty">{texts.ownGifsNone}</p>
      ) : (
        <GifList page={page} items={results} />
      )}
      <p className="others">
        {count > 0 && <a href={to(PATH)}>{interpolate(texts.ownGifsAll, { count: number })}</a>}
        <a href={to('/upload')}>{texts.upload}</a>
      </p>
    </Section>
  )
}

/** The page on which an item is edited. */
export const editPath = (id: string): string => `/account/gifs/${id}`

/** What an item is called. */
export const nameOf = ({ texts }: PageState, { title }: { title: string }): string => title || texts.untitled

type ListProps = {
  page: PageState
  items: readonly OwnItem[]
  /** Whether each has its buttons: the page must take their forms. */
  hasForms?: boolean
}

/** A person's items, a row each. */
const GifList = ({ page, items, hasForms = false }: ListProps) => (
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
          {hasForms && !item.is_waiting && (
            <PostForm
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

/** Decoration next to the name. Where motion is unwanted, what has no still leaves the place empty. */
export function Thumbnail({ item: { thumbnail } }: { item: Pick<OwnItem, 'thumbnail'> }) {
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
    visibilityIn(page, item),
    (item.state === 'queued' || item.state === 'working') && sizesMaking(page, item),
    item.state === 'failed' && texts.sizesFailed,
  ]
  return (
    <>
      {notes.filter(Boolean).join('\u00a0· ')}
      {item.state === 'failed' && <span lang="en"> {item.reason}</span>}
    </>
  )
}

/** Who sees an item, where that is not everyone. */
function visibilityIn({ texts }: PageState, { is_waiting, is_hidden, is_indexable }: OwnItem) {
  if (is_waiting) return texts.gifWaiting
  return is_hidden ? texts.gifHidden : !is_indexable && texts.gifUnlisted
}

/** How far an item's sizes are, in as much detail as is known. */
const sizesMaking = ({ texts, c }: PageState, { made, planned }: OwnItem): string => {
  if (made === 0 || planned === 0) return texts.sizesMaking
  const number = new Intl.NumberFormat(c.get('language'))
  return interpolate(texts.sizesCount, { made: number.format(made), planned: number.format(planned) })
}

type Props = { view: ItemView; label: PageContext['playerTexts'] }

/** The player's column (`people.css`: `.part`). */
const COLUMN = { from: 760, width: 361 }

/** An item as it plays. */
export const Picture = ({ view: { kind, picture, title }, label }: Props) => (
  <figure className="player" data-kind={kind} data-shape={picture.height > picture.width ? 'tall' : 'wide'}>
    <Player
      picture={picture}
      sizes={sizesOnPage(picture, kind === 'sticker', COLUMN)}
      title={title}
      paused={false}
      film={undefined}
    />
    <PauseButton texts={label} />
  </figure>
)

import { AppError } from '../../../shared/errors.ts'
import { pageNumber, pageWindow, pagingOf } from '../../../shared/public/browse-path.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import { pageCall } from '../../proxy/page-call.ts'
import { pageContext } from '../../public/layout/page-context.ts'
import { Pager } from '../../public/parts/pager.tsx'
import { Section } from '../account-parts.tsx'
import { Done } from '../panel.tsx'
import { type Drawn, type PageState, peoplePage, UPLOADS_ELSEWHERE } from '../people-page.tsx'
import { GifList } from './gif-list.tsx'

const PATH = '/account/gifs'
const pathOf = (number: number) => (number > 1 ? `${PATH}?page=${number}` : PATH)

/** Items that `/account` shows: the newest. */
const SHOWN = 3

/** `/account/gifs`: all that somebody has uploaded, also what is hidden; each can be hidden, shown, and edited. */
export const ownGifsPage = peoplePage({
  elsewhere: UPLOADS_ELSEWHERE,
  draw: (page) => (page.isSignedIn ? drawList(page) : { redirect: `/login?next=${PATH}` }),
  async submit(c, { form, id }) {
    if (form !== 'hide' && form !== 'show') throw new AppError('invalid-input', 'There is no such form')
    await pageCall(c, 'editGif', { id, is_hidden: form === 'hide' })
    return { redirect: pathOf(pageNumber(c.req.query('page')) ?? 1) }
  },
})

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
        <p className="others crumbs">
          <a href={to('/account')}>{texts.account}</a>
        </p>
        <div className="account-top">
          <h1>{texts.ownGifs}</h1>
          <a className="act" href={to('/upload')}>
            {texts.upload}
          </a>
        </div>
        <Done page={page} />
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

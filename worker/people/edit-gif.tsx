import { InputError } from '../../shared/errors.ts'
import type { OwnItem } from '../../shared/schema/own/items.ts'
import { pageCall } from '../proxy/handle-call.ts'
import { Section, Top } from './account-parts.tsx'
import { PostForm } from './form.tsx'
import { CTA, DELETE_GIF, EDIT_FILM, EDIT_GIF, FILM, MAKE_SIZES } from './form-rows.ts'
import { drawLanguages, languageForms } from './gif-languages.tsx'
import { editPath, Notes, nameOf, Picture } from './own-gifs.tsx'
import {
  assertSure,
  byForm,
  type Drawn,
  leadTo,
  type PageState,
  peoplePage,
  readShown,
  UPLOADS_ELSEWHERE,
} from './people-page.tsx'

const idOf = (c: PageState['c']): string => c.req.param('gif') ?? ''

/** `/account/gifs/{id}`: an item's words, who sees it, and its end. */
export const editGifPage = peoplePage({
  elsewhere: UPLOADS_ELSEWHERE,
  draw: (page) =>
    page.isSignedIn
      ? drawForm(page)
      : { redirect: `/login?next=${encodeURIComponent(editPath(idOf(page.c)))}` },
  submit: byForm({
    async edit(c, { visibility = '', ...words }) {
      const id = idOf(c)
      return saved(c, () => pageCall(c, 'editGif', { ...words, ...flagsOf(visibility), id }))
    },
    // An empty address removes it.
    film: (c, { url = '', start = '' }) =>
      saved(c, (id) =>
        url ? pageCall(c, 'putFilm', { id, url, start }) : pageCall(c, 'removeFilm', { id }),
      ),
    cta: (c, { link = '', text = '' }) =>
      saved(c, (id) => (link ? pageCall(c, 'putCta', { id, link, text }) : pageCall(c, 'removeCta', { id }))),
    ...languageForms(idOf, (c) => ({ redirect: `${editPath(idOf(c))}?done=saved` })),
    sizes: (c) => pageCall(c, 'retryUpload', { id: idOf(c) }).then(leadTo(editPath(idOf(c)))),
    async delete(c, fields) {
      assertSure(fields)
      await pageCall(c, 'deleteGif', { id: idOf(c) })
      return { redirect: '/account/gifs?done=gif' }
    },
  }),
})

async function saved(c: PageState['c'], write: (id: string) => Promise<unknown>) {
  const id = idOf(c)
  await write(id)
  return { redirect: `${editPath(id)}?done=saved` }
}

async function drawForm(page: PageState): Promise<Drawn> {
  const { c, texts } = page
  const gif = idOf(c)
  const { body: item } = await pageCall(c, 'ownGif', { gif })
  const { context, view } = await readShown(page, gif)
  const { title, alt_text, tags, type, rating, source_post_url } = item
  const words = { title, alt_text, tags: tags.join(', '), type, rating, source_post_url }
  return {
    title: texts.gifEdit,
    content: (
      <>
        <Top
          page={page}
          links={[['/account/gifs', texts.ownGifs]]}
          title={nameOf(page, item)}
          note={<Notes page={page} item={item} />}
        >
          {item.state === 'failed' && <PostForm page={page} row={MAKE_SIZES} />}
        </Top>
        <Section
          title={texts.gifDetails}
          text={texts.gifDetailsText}
          more={
            <>
              <Picture view={view} label={context.playerTexts} />
              <p className="others">
                <a href={view.canonical}>{texts.openItem}</a>
              </p>
            </>
          }
        >
          <PostForm
            page={page}
            row={type === 'video' ? EDIT_FILM : EDIT_GIF}
            values={{ ...words, visibility: visibilityOf(item) }}
          />
        </Section>
        {await drawLanguages(page, gif)}
        <Extras page={page} item={item} />
        <Section title={texts.gifDelete} text={texts.gifDeleteText}>
          <PostForm page={page} row={DELETE_GIF} />
        </Section>
      </>
    ),
  }
}

/** What goes with an item: its film, and its owner's link. */
function Extras({ page, item }: { page: PageState; item: OwnItem }) {
  const { texts } = page
  const { external_media: film, cta_link: link, cta_text: text } = item
  return (
    <>
      <Section title={texts.film} text={texts.filmText}>
        <PostForm
          page={page}
          row={FILM}
          values={film ? { url: film.url, start: String(film.start_time) } : {}}
        />
      </Section>
      <Section title={texts.cta} text={texts.ctaAbout}>
        <PostForm page={page} row={CTA} values={{ link, text }} />
      </Section>
    </>
  )
}

type Flags = { is_hidden: boolean; is_indexable: boolean }

/** Who sees an item, as its form has it. A hidden item keeps the other flag. */
const VISIBILITIES: Readonly<Record<string, Partial<Flags>>> = {
  open: { is_hidden: false, is_indexable: true },
  unlisted: { is_hidden: false, is_indexable: false },
  hidden: { is_hidden: true },
}

/** The form's choice for an item's flags. */
const visibilityOf = ({ is_hidden, is_indexable }: Flags): string =>
  is_hidden ? 'hidden' : is_indexable ? 'open' : 'unlisted'

/** The flags that a choice means. @throws InputError for what is no choice */
function flagsOf(visibility: string): Partial<Flags> {
  const flags = Object.hasOwn(VISIBILITIES, visibility) ? VISIBILITIES[visibility] : undefined
  if (flags) return flags
  const message = `must be one of ${Object.keys(VISIBILITIES).join(', ')}`
  throw new InputError(`visibility ${message}`, { visibility: message })
}

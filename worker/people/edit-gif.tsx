import { InputError } from '../../shared/errors.ts'
import { pageCall } from '../proxy/handle-call.ts'
import { Section, Top } from './account-parts.tsx'
import { PostForm } from './form.tsx'
import { DELETE_GIF, EDIT_GIF, MAKE_SIZES } from './form-rows.ts'
import { editPath, Notes, nameOf, Picture } from './own-gifs.tsx'
import {
  byForm,
  Done,
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
      await pageCall(c, 'editGif', { ...words, ...flagsOf(visibility), id })
      return { redirect: `${editPath(id)}?done=saved` }
    },
    sizes: (c) => pageCall(c, 'retryUpload', { id: idOf(c) }).then(leadTo(editPath(idOf(c)))),
    async delete(c, { sure }) {
      if (sure !== 'true') throw new InputError('No one has confirmed it', { sure: 'must be confirmed' })
      await pageCall(c, 'deleteGif', { id: idOf(c) })
      return { redirect: '/account/gifs?done=gif' }
    },
  }),
})

async function drawForm(page: PageState): Promise<Drawn> {
  const { c, texts, to } = page
  const gif = idOf(c)
  const { body: item } = await pageCall(c, 'ownGif', { gif })
  const { context, view } = await readShown(page, gif)
  const { title, alt_text, tags, rating, source_post_url } = item
  const words = { title, alt_text, tags: tags.join(', '), rating, source_post_url }
  return {
    title: texts.gifEdit,
    content: (
      <>
        <p className="others crumbs">
          <a href={to('/account/gifs')}>{texts.ownGifs}</a>
        </p>
        <Top title={nameOf(page, item)} note={<Notes page={page} item={item} />}>
          {item.state === 'failed' && <PostForm page={page} row={MAKE_SIZES} />}
        </Top>
        <Done page={page} />
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
          <PostForm page={page} row={EDIT_GIF} values={{ ...words, visibility: visibilityOf(item) }} />
        </Section>
        <Section title={texts.gifDelete} text={texts.gifDeleteText}>
          <PostForm page={page} row={DELETE_GIF} />
        </Section>
      </>
    ),
  }
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

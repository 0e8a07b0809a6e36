import { AppError, InputError } from '../../shared/errors.ts'
import { toItemView } from '../../shared/public/item-view.ts'
import { type AppContext, viewerContext } from '../http/context.ts'
import { pageCall } from '../proxy/handle-call.ts'
import { pageContext } from '../public/layout/page.ts'
import { Section } from './account-parts.tsx'
import { Form } from './form.tsx'
import { type FieldRow, type FormRow, GIF_WORDS } from './form-rows.ts'
import { editPath, Notes, nameOf, Picture } from './own-gifs.tsx'
import {
  Done,
  type Drawn,
  type Outcome,
  type PageState,
  peoplePage,
  UPLOADS_ELSEWHERE,
} from './people-page.tsx'

type C = AppContext
type Fields = Readonly<Record<string, string>>

const idOf = (c: C): string => c.req.param('gif') ?? ''

/** `/account/gifs/{id}`: an item's words, who sees it, and its end. */
export const editGifPage = peoplePage({
  elsewhere: UPLOADS_ELSEWHERE,
  draw: (page) =>
    page.isSignedIn
      ? drawForm(page)
      : { redirect: `/login?next=${encodeURIComponent(editPath(idOf(page.c)))}` },
  async submit(c, { form = '', ...fields }) {
    const act = Object.hasOwn(ACTS, form) ? ACTS[form] : undefined
    if (!act) throw new AppError('invalid-input', 'There is no such form')
    return act(c, idOf(c), fields)
  },
})

/** What the page's forms do, by their names. */
const ACTS: Readonly<Record<string, (c: C, id: string, fields: Fields) => Promise<Outcome>>> = {
  async edit(c, id, { visibility = '', ...words }) {
    await pageCall(c, 'editGif', { ...words, ...flagsOf(visibility), id })
    return { redirect: `${editPath(id)}?done=saved` }
  },
  async sizes(c, id) {
    await pageCall(c, 'retryUpload', { id })
    return { redirect: editPath(id) }
  },
  async delete(c, id, { sure }) {
    if (sure !== 'true') throw new InputError('No one has confirmed it', { sure: 'must be confirmed' })
    await pageCall(c, 'deleteGif', { id })
    return { redirect: '/account/gifs?done=gif' }
  },
}

async function drawForm(page: PageState): Promise<Drawn> {
  const { c, texts, to } = page
  const gif = idOf(c)
  const { body: item } = await pageCall(c, 'ownGif', { gif })
  const { gif: shown } = await c.get('services').provider.gif(gif, viewerContext(c))
  const context = pageContext(c)
  const view = toItemView(shown, context)
  const { title, alt_text, tags, rating, source_post_url } = item
  const words = { title, alt_text, tags: tags.join(', '), rating, source_post_url }
  return {
    title: texts.gifEdit,
    content: (
      <>
        <p className="others crumbs">
          <a href={to('/account/gifs')}>{texts.ownGifs}</a>
        </p>
        <div className="account-top">
          <div>
            <h1>
              <bdi>{nameOf(page, item)}</bdi>
            </h1>
            <p className="note">
              <Notes page={page} item={item} />
            </p>
          </div>
          {item.state === 'failed' && <Form page={page} row={MAKE_SIZES} />}
        </div>
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
          <Form page={page} row={EDIT_GIF} values={{ ...words, visibility: visibilityOf(item) }} />
        </Section>
        <Section title={texts.gifDelete} text={texts.gifDeleteText}>
          <Form page={page} row={DELETE_GIF} />
        </Section>
      </>
    ),
  }
}

const DESCRIPTION: FieldRow = {
  name: 'alt_text',
  label: 'gifAlt',
  hint: 'gifAltHint',
  wrong: 'tooLong',
  type: 'area',
  autoComplete: 'off',
  max: 500,
  optional: true,
}

/** Two flags of an item as one choice (`visibility.ts`). */
const VISIBILITY: FieldRow = {
  name: 'visibility',
  label: 'visibility',
  wrong: 'failed',
  type: 'radio',
  options: [
    ['open', 'visibilityOpen'],
    ['unlisted', 'visibilityUnlisted'],
    ['hidden', 'visibilityHidden'],
  ],
  autoComplete: 'off',
  max: 10,
}

const { title, tags, rating, source } = GIF_WORDS

// Uploads have no rating below G; what comes with the library may.
const RATING: FieldRow = { ...rating, options: [['y', 'ratingY'], ...(rating.options ?? [])] }

const EDIT_GIF: FormRow = {
  name: 'edit',
  fields: [title, DESCRIPTION, tags, RATING, source, VISIBILITY],
  submit: 'save',
  problems: { forbidden: { text: 'hiddenByModerator', field: 'visibility' } },
}

const DELETE_GIF: FormRow = {
  name: 'delete',
  fields: [
    {
      name: 'sure',
      label: 'gifDeleteSure',
      wrong: 'gifDeleteUnsure',
      type: 'check',
      autoComplete: 'off',
      max: 4,
    },
  ],
  submit: 'gifDelete',
  tone: 'danger',
}

const MAKE_SIZES: FormRow = { name: 'sizes', fields: [], submit: 'tryAgain', tone: 'quiet' }

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

import { LIMITS } from '../../shared/media/limits.ts'
import { CUT_TEXTS } from '../../shared/texts/people/cut-texts.ts'
import { withLimits } from '../../shared/texts/people/people-texts.ts'
import { UPLOAD_WORDS } from '../../shared/texts/people/upload-words.ts'
import { textsIn } from '../../shared/texts/texts.ts'
import { viewerOf } from '../http/context.ts'
import { pageCall } from '../proxy/handle-call.ts'
import { pageUpload } from '../proxy/handle-upload.ts'
import { CopyField } from '../public/layout/parts.tsx'
import { assets } from '../render/document.ts'
import { CutDialog } from './cut-dialog.tsx'
import { PostForm } from './form.tsx'
import { UPLOAD } from './form-rows.ts'
import { editPath, Picture } from './own-gifs.tsx'
import {
  type Drawn,
  type PageState,
  Panel,
  peoplePage,
  readShown,
  UPLOADS_ELSEWHERE,
} from './people-page.tsx'

/** Of the editor's words, those that the list of files has. */
const CUT_WORDS = ['edit', 'opening', 'edited', 'unsupported'] as const

/**
 * `/upload`: a file or its address becomes an item. Without scripts the form is one request, and its result a page; with
 * one, files are sent one after the other, with progress.
 */
export const uploadPage = peoplePage({
  elsewhere: UPLOADS_ELSEWHERE,
  async draw(page) {
    if (!page.isSignedIn) return { redirect: '/login?next=/upload' }
    const { uploads } = page.c.get('services').settings.current
    if (uploads === 'staff' && (await viewerOf(page.c))?.role !== 'staff') return drawStaffOnly(page)
    const id = page.c.req.query('done')
    return id === undefined || page.sent ? drawForm(page) : drawResult(page, id)
  },
  async receive(c, note) {
    const { id, duplicate } = await pageUpload(c, note)
    return { redirect: `/upload?done=${id}${duplicate ? '&known=1' : ''}` }
  },
})

const drawStaffOnly = (page: PageState): Drawn => ({
  title: page.texts.upload,
  content: <Panel page={page} title={page.texts.upload} text={page.texts.uploadStaff} />,
})

function drawForm(page: PageState): Drawn {
  const { c, texts } = page
  const told = withLimits(texts, LIMITS)
  const cut = CUT_TEXTS[c.get('language')]
  const words = Object.fromEntries([
    ...UPLOAD_WORDS.map((name) => [name, told[name]]),
    ...CUT_WORDS.map((name) => [name, cut[name]]),
  ])
  return {
    title: texts.upload,
    scripts: ['upload'],
    styles: ['cut'],
    content: (
      <>
        <h1>{texts.upload}</h1>
        <p className="note panel-text">{told.uploadText}</p>
        {c.get('services').settings.current.uploads === 'review' && (
          <p className="note panel-text">{texts.uploadReview}</p>
        )}
        <PostForm
          page={{ ...page, texts: told }}
          row={UPLOAD}
          values={{ rating: 'g' }}
          className="upload"
          data={{
            'data-words': JSON.stringify(words),
            'data-max': String(LIMITS.bytes),
            'data-editor': assets.scripts.cut,
            'data-lang': c.get('language'),
          }}
        />
        <CutDialog page={page} label={textsIn(c.get('language'))} />
      </>
    ),
  }
}

async function drawResult(page: PageState, id: string): Promise<Drawn> {
  const { c, texts, to } = page
  const { context, view } = await readShown(page, id)
  const isKnown = c.req.query('known') !== undefined
  // A file that was there before may be someone else's.
  const state = isKnown ? undefined : (await pageCall(c, 'upload', { id })).body
  const title = isKnown ? texts.uploadKnown : texts[state?.is_waiting ? 'uploadHeld' : 'uploadDone']
  return {
    title,
    content: (
      <div className="uploaded">
        <Picture view={view} label={context.playerTexts} />
        <div className="uploaded-words">
          <h1>{title}</h1>
          {state && <Sizes texts={texts} {...state} />}
          <CopyField
            id="done-link"
            label={context.playerTexts.link}
            value={view.canonical}
            texts={context.texts}
          />
          {view.snippet.fixed && (
            <CopyField
              id="done-embed"
              label={context.playerTexts.embed}
              value={view.snippet.fixed}
              texts={context.texts}
            />
          )}
          <p className="others">
            <a href={view.canonical}>{texts.openItem}</a>
            {state && <a href={to(editPath(id))}>{texts.edit}</a>}
            <a href={to('/upload')}>{texts.uploadMore}</a>
          </p>
        </div>
      </div>
    ),
  }
}

type SizesProps = { texts: PageState['texts']; state: string; made: number; reason: string }

/** How far an item's other sizes are. */
function Sizes({ texts, state, made, reason }: SizesProps) {
  if (state === 'queued' || state === 'working') return <p className="note">{texts.sizesMaking}</p>
  if (state === 'failed') {
    return (
      <p className="note">
        {texts.sizesFailed} <span lang="en">{reason}</span>
      </p>
    )
  }
  const done = reason ? texts.sizesStills : texts.sizesDone
  return <p className="note">{made > 0 ? done : texts.sizesNone}</p>
}

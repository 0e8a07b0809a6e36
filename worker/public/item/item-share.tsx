import { fitted } from '../../../shared/gif/snippet.ts'
import { NETWORKS, shareLink } from '../../../shared/gif/social-links.ts'
import { SHARE_TYPES } from '../../../shared/limits.ts'
import { type ItemFile, linkedBbcode, linkedMarkdown } from '../../../shared/public/item-files.ts'
import type { ItemView } from '../../../shared/public/item-view.ts'
import { Choice } from '../layout/choice.tsx'
import type { PageContext } from '../layout/page.ts'
import { CopyField, FrameBox } from '../layout/parts.tsx'

type Props = { context: PageContext; view: ItemView; files: readonly ItemFile[]; isCounted: boolean }

/** Everything to take along: link, snippet, Markdown and BBCode, networks, files; next to them a live preview. */
export function ItemShare({ context, view, files, isCounted }: Props) {
  const { texts, playerTexts } = context
  const pictureUrl = files.find(({ format }) => format !== 'MP4' && format !== 'still')?.url ?? files[0]?.url
  const linked = pictureUrl && { title: view.heading, pageUrl: view.canonical, pictureUrl }
  return (
    <section
      className="snippet item-share"
      aria-labelledby="share-title"
      data-tracking={isCounted ? view.id : undefined}
    >
      <div className="snippet-words">
        <h2 id="share-title">{texts.shareTitle}</h2>
        <CopyField
          id="share-link"
          label={playerTexts.link}
          value={view.canonical}
          texts={texts}
          shareType="link"
        />
        <Networks context={context} view={view} />
        {view.snippet.fixed && <Snippet context={context} view={view} />}
        {linked && (
          <>
            <CopyField id="share-markdown" label="Markdown" value={linkedMarkdown(linked)} texts={texts} />
            <CopyField id="share-bbcode" label="BBCode" value={linkedBbcode(linked)} texts={texts} />
          </>
        )}
      </div>
      <Preview context={context} view={view} files={files} />
    </section>
  )
}

/** The item as a snippet shows it, and its files. */
function Preview({ context, view, files }: Omit<Props, 'isCounted'>) {
  const { texts, to } = context
  return (
    <div className="snippet-preview">
      {view.snippet.fixed && (
        <>
          <FrameBox
            name="preview"
            src={view.embedPath}
            title={`${texts.preview}: ${view.title}`}
            {...fitted(view.picture)}
          />
          <p className="note">{texts.embedText}</p>
          <a className="more" href={`${to(`/?item=${segmentOf(view)}`)}#build`} rel="nofollow">
            {texts.customize}
          </a>
        </>
      )}
      {files.length > 0 && <Files context={context} files={files} />}
    </div>
  )
}

/** §9 The snippet, fixed and responsive. The radio buttons' own state shows one or the other, by style alone. */
function Snippet({ context, view }: Pick<Props, 'context' | 'view'>) {
  const { texts, playerTexts } = context
  return (
    <div className="snippet-forms">
      <Choice
        name="form"
        label={playerTexts.embed}
        current="fixed"
        of={FORMS.map((form) => [form, texts[form]])}
        isLabelled
      />
      {FORMS.map((form) => (
        <div key={form} className={`when-${form}`}>
          <CopyField
            id={`snippet-${form}`}
            label={form === 'fixed' ? playerTexts.embed : `${playerTexts.embed}: ${texts.responsive}`}
            labelHidden
            value={view.snippet[form]}
            texts={texts}
            shareType="embed"
            lines={4}
          />
        </div>
      ))}
    </div>
  )
}

const FORMS = ['fixed', 'responsive'] as const

/** §9 Social links, and the device's own menu where it has one: a script shows that button. */
function Networks({ context, view }: Pick<Props, 'context' | 'view'>) {
  const { texts } = context
  const shared = { url: view.canonical, title: view.heading, poster: view.files.still?.url ?? '' }
  return (
    <ul className="tags networks" aria-label={texts.shareOn}>
      <li hidden>
        <button
          type="button"
          className="pill"
          data-action="share"
          data-title={view.heading}
          data-url={view.canonical}
        >
          {texts.shareNative}
        </button>
      </li>
      {NETWORKS.map((network) => (
        <li key={network.id}>
          <a
            href={shareLink(network, shared)}
            target="_blank"
            rel="noopener"
            data-type={SHARE_TYPES.find((type) => type === network.id)}
          >
            {network.name}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The files by their own addresses, with their sizes. Where they are ours, they say their names themselves. */
function Files({ context, files }: Pick<Props, 'context' | 'files'>) {
  const { texts } = context
  return (
    <details className="files" open>
      <summary>{texts.files}</summary>
      <ul>
        {files.map(({ format, url, bytes }) => (
          <li key={format}>
            <CopyField
              id={`file-${format.toLowerCase()}`}
              label={[format === 'still' ? texts.fileStill : format, sizeOf(context, bytes)]
                .filter(Boolean)
                .join(' · ')}
              value={url}
              texts={texts}
            />
            <a href={url} download rel="noopener">
              {texts.download}
              <span className="name-of">{` ${format === 'still' ? texts.fileStill : format}`}</span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** What names the item in its address: slug and id. */
const segmentOf = ({ canonical }: ItemView): string => canonical.slice(canonical.lastIndexOf('/') + 1)

/** Bytes as people read them; '' where they are unknown. */
function sizeOf({ language }: PageContext, bytes: number): string {
  if (bytes === 0) return ''
  const [value, unit] = bytes < 1e6 ? [bytes / 1e3, 'kilobyte'] : [bytes / 1e6, 'megabyte']
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value)
}

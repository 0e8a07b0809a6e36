import { ChevronIcon, PauseIcon, PlayIcon } from '../../../islands/ui/buttons.tsx'
import { altText } from '../../../shared/gif/gif-texts.ts'
import { storyPath } from '../../../shared/public/browse-path.ts'
import { toItemView } from '../../../shared/public/item-view.ts'
import type { StoryView } from '../../../shared/public/story-view.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import type { AppContext } from '../../http/context.ts'
import { assets } from '../../render/document.ts'
import type { PageHead } from '../../render/html-document.tsx'
import { file, ItemAttribution, oembedLinks, rows, twitterCard } from '../item/item-head.tsx'
import { countText, movedTo, type PageContext, pageContext, renderPage } from '../layout/page.ts'
import { groundOf, LinkList, MovingPicture } from '../layout/parts.tsx'
import { storyOfSlug, viewOf } from './read-stories.ts'
import { STORIES_STYLE } from './story-list.tsx'

/** How wide a story's GIFs are at most, in CSS pixels (`stories.css`). */
const WIDTH_PX = 600
const COVER = { width: 400, height: 300 }
/** GIFs that are not lazy: what is in view when the page opens. */
const EAGER = 1

/**
 * `/stories/{slug}`: a story that is published, and any other for those who may see it: its cover and words, then its GIFs
 * in their order. The viewer plays them one after another.
 */
export async function storyPage(c: AppContext): Promise<Response> {
  const { story, isPrivate } = await storyOfSlug(c, c.req.param('slug') ?? '')
  const path = storyPath(story.slug)
  // A story has one address: its slug as it was written.
  if (path !== c.req.path) return movedTo(c, path, isPrivate)
  const view = await viewOf(c, story)
  const context = pageContext(c)
  const isListed = !isPrivate && view.gifs.length > 0
  const page = {
    name: 'story',
    head: storyHead(view, context, isListed),
    content: (
      <article className="story-parts">
        <StoryTop context={context} view={view} isDraft={isPrivate} />
        {view.gifs.length > 0 ? (
          <>
            <ol id="gifs" className="story-gifs" aria-label={context.texts.storyGifs}>
              {view.gifs.map((gif, at) => (
                <StoryGif key={gif.id} context={context} gif={gif} eager={at < EAGER} />
              ))}
            </ol>
            <StoryViewer context={context} view={view} />
          </>
        ) : (
          <p className="note">{context.texts.noneHere}</p>
        )}
      </article>
    ),
  }
  const pictures = [story, ...view.gifs, ...(view.cover ? [view.cover] : [])]
  return renderPage(c, page, { pictures, isListed, isPrivate })
}

type Props = { context: PageContext; view: StoryView }

function StoryTop({ context, view, isDraft }: Props & { isDraft: boolean }) {
  const { texts, playerTexts, to, language } = context
  const { cover, heading, author, caption, tags, published, gifs } = view
  return (
    <header className="story-top">
      {cover && gifs.length > 0 && (
        <div className="story-cover" data-ground={groundOf(cover)}>
          <MovingPicture gif={cover} {...COVER} alt="" eager />
          <PlayButton context={context} />
        </div>
      )}
      <h1>
        <bdi>{heading}</bdi>
      </h1>
      {author && <ItemAttribution attribution={author} to={to} verifiedText={playerTexts.verified} />}
      {isDraft && <p className="story-draft">{texts.storyDraft}</p>}
      <p className="story-facts">
        {countText(context, gifs.length)}
        {published && !isDraft && (
          <>
            {' · '}
            <time dateTime={published}>{dayOf(published, language)}</time>
          </>
        )}
      </p>
      {caption && <p className="story-caption">{caption}</p>}
      <LinkList context={context} label={texts.tags} links={tags} />
    </header>
  )
}

const StoryGif = ({ context, gif, eager }: { context: PageContext; gif: Gif; eager: boolean }) => (
  <li data-ground={groundOf(gif)}>
    <a href={context.toItem(gif)}>
      <MovingPicture gif={gif} width={WIDTH_PX} eager={eager} alt="" />
      <span>{gif.title || altText(gif)}</span>
    </a>
  </li>
)

const dayOf = (at: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at))

/** The head of a story's page: Open Graph, and a large card. */
function storyHead(view: StoryView, context: PageContext, isListed: boolean): PageHead {
  const { heading, caption, published, author } = view
  const text = caption.replaceAll('\n', ' ').slice(0, 200).toWellFormed()
  const description = text || context.fill(context.texts.storyText, { title: heading })
  const url = context.publicUrl + view.path
  const files = view.cover && toItemView(view.cover, context).files
  const picture = files?.still ?? files?.picture
  return {
    title: heading,
    description,
    canonical: url,
    noindex: !isListed,
    meta: [
      ...rows('og', { type: 'article', title: heading, description, url }),
      ...file('og:image', picture),
      ...rows('article', {
        ...(published && { published_time: published }),
        ...(author?.href && { author: new URL(author.href, context.publicUrl).href }),
      }),
      ...twitterCard({
        card: 'summary_large_image',
        title: heading,
        description,
        ...(picture && { image: picture.url }),
      }),
    ],
    // No one else embeds a draft.
    links: [STORIES_STYLE, ...(isListed ? oembedLinks(url, heading, context.publicUrl) : [])],
  }
}

/** Opens the viewer, whose script is fetched when a visitor is about to press it (`islands/public/public.ts`). */
const PlayButton = ({ context }: { context: PageContext }) => (
  <button type="button" className="story-play" data-opens={assets.scripts.story} data-instead="gifs">
    <PlayIcon name={undefined} />
    {context.texts.storyPlay}
  </button>
)

/**
 * The viewer of a story, closed: its GIFs one after another over the whole window. Its script
 * (`islands/public/story-viewer.ts`) takes the pictures from the page's list.
 */
const StoryViewer = ({ context, view }: { context: PageContext; view: StoryView }) => {
  const { texts, playerTexts } = context
  return (
    <dialog className="story-viewer" aria-label={view.heading} data-at={texts.storyAt}>
      <div className="viewer-bar" aria-hidden="true" />
      <p className="viewer-line">
        <span className="viewer-at" />
        <a className="viewer-title" href={view.path}>
          {view.heading}
        </a>
      </p>
      <div className="viewer-stage" data-action="stage" />
      <button type="button" className="viewer-step" data-action="previous">
        <ChevronIcon />
        <span className="name-of">{texts.previous}</span>
      </button>
      <button type="button" className="viewer-step" data-action="next">
        <ChevronIcon />
        <span className="name-of">{texts.next}</span>
      </button>
      <button type="button" className="viewer-button" data-action="pause">
        <PauseIcon name={playerTexts.pause} />
        <PlayIcon name={playerTexts.play} />
      </button>
      <button type="button" className="viewer-button" data-action="close">
        <svg viewBox="0 0 24 24" width="20" height="20" role="img" aria-label={playerTexts.close}>
          <path d="m6 6 12 12M18 6 6 18" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
        </svg>
      </button>
      <p className="name-of" role="status" />
    </dialog>
  )
}

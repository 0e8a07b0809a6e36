import type { Context } from 'hono'
import { altText } from '../../../shared/gif/gif-texts.ts'
import { itemPath } from '../../../shared/gif/item-path.ts'
import type { StoryView } from '../../../shared/public/story-view.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import type { App } from '../../app-types.ts'
import { ItemAttribution } from '../item/item-attribution.tsx'
import { type PageContext, pageContext } from '../layout/page-context.ts'
import type { PublicPage } from '../layout/render-page.tsx'
import { MovingPicture } from '../parts/moving-picture.tsx'
import { countText } from './story-cards.tsx'
import { groundOf } from './story-ground.ts'
import { storyHead } from './story-head.ts'
import { PlayButton, StoryViewer } from './story-viewer.tsx'

/** How wide a story's GIFs are at most, in CSS pixels (`stories.css`). */
const WIDTH_PX = 600
const COVER = { width: 400, height: 300 }
/** GIFs that are not lazy: what is in view when the page opens. */
const EAGER = 1

type Options = { isListed: boolean; isDraft: boolean }

/** A story's page: its cover and words, then its GIFs in their order. The viewer plays them one after another. */
export function storyPage(c: Context<App>, view: StoryView, { isListed, isDraft }: Options): PublicPage {
  const context = pageContext(c)
  return {
    name: 'story',
    head: storyHead(view, context, isListed),
    content: (
      <article className="story-parts">
        <StoryTop context={context} view={view} isDraft={isDraft} />
        {view.gifs.length > 0 ? (
          <ol id="gifs" className="story-gifs" aria-label={context.texts.storyGifs}>
            {view.gifs.map((gif, at) => (
              <StoryGif key={gif.id} context={context} gif={gif} eager={at < EAGER} />
            ))}
          </ol>
        ) : (
          <p className="note">{context.texts.noneHere}</p>
        )}
        {view.gifs.length > 0 && <StoryViewer context={context} view={view} />}
      </article>
    ),
  }
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
      {tags.length > 0 && (
        <ul className="tags" aria-label={texts.tags}>
          {tags.map(({ name, href }) => (
            <li key={name}>
              <a href={to(href)}>{name}</a>
            </li>
          ))}
        </ul>
      )}
    </header>
  )
}

const StoryGif = ({ context, gif, eager }: { context: PageContext; gif: Gif; eager: boolean }) => (
  <li data-ground={groundOf(gif)}>
    <a href={context.to(itemPath(gif))}>
      <MovingPicture gif={gif} width={WIDTH_PX} eager={eager} alt="" />
      <span>{gif.title || altText(gif)}</span>
    </a>
  </li>
)

const dayOf = (at: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at))

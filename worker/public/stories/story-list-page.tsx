import type { Context } from 'hono'
import type { StoryView } from '../../../shared/public/story-view.ts'
import type { App } from '../../app-types.ts'
import { NOINDEX } from '../../render/html-document.tsx'
import { pageContext } from '../layout/page-context.ts'
import type { PublicPage } from '../layout/render-page.tsx'
import { StoryCards } from './story-cards.tsx'
import { STORIES_STYLE } from './story-head.ts'

type Found = Record<'trending' | 'newest', readonly StoryView[]>

/** Covers that are in view when the page opens. */
const EAGER = 4

/** `/stories`: those that trend, and the artists' newest. */
export function storyListPage(c: Context<App>, { trending, newest }: Found): PublicPage {
  const context = pageContext(c)
  const { texts, publicUrl } = context
  const parts = [
    { title: texts.storiesTrending, stories: trending },
    { title: texts.storiesNewest, stories: newest },
  ].filter(({ stories }) => stories.length > 0)
  return {
    name: 'list stories',
    head: {
      title: texts.stories,
      description: texts.storiesText,
      canonical: `${publicUrl}/stories`,
      robots: parts.length > 0 ? undefined : NOINDEX,
      links: [STORIES_STYLE],
    },
    content: (
      <>
        <div className="list-top">
          <h1>{texts.stories}</h1>
          <p className="count">{texts.storiesText}</p>
        </div>
        {parts.map(({ title, stories }, at) => (
          <section key={title} className="story-row">
            <h2>{title}</h2>
            <StoryCards context={context} stories={stories} label={title} eager={at === 0 ? EAGER : 0} />
          </section>
        ))}
        {parts.length === 0 && (
          <div className="none">
            <h2>{texts.noneHere}</h2>
          </div>
        )}
      </>
    ),
  }
}

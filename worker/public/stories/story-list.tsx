import { gatewayCalls } from '../../../shared/calls/gateway.ts'
import type { StoryView } from '../../../shared/public/story-view.ts'
import type { AppContext } from '../../http/context.ts'
import { assets } from '../../render/document.ts'
import { countText, type PageContext, pageContext, renderPage } from '../layout/page.ts'
import { groundOf, MovingPicture } from '../layout/parts.tsx'
import { readService } from '../layout/read-service.ts'
import { shownIn } from './read-stories.ts'

/** The style of every page that shows stories. */
export const STORIES_STYLE = { rel: 'stylesheet', href: assets.styles.stories }

type Props = { context: PageContext; stories: readonly StoryView[]; label: string; eager?: number }

/** The size of most cards in CSS pixels (`stories.css`). */
const CARD = { width: 240, height: 300 }

/** Stories as cards: the cover, the title, who made it, how many GIFs it has. */
const StoryCards = ({ context, stories, label, eager = 0 }: Props) => (
  <ul className="story-cards" aria-label={label}>
    {stories.map((story, at) => (
      <li key={story.path}>
        <a className="story-card" href={context.to(story.path)}>
          <span className="card-cover" data-ground={story.cover && groundOf(story.cover)}>
            {story.cover && <MovingPicture gif={story.cover} {...CARD} alt="" eager={at < eager} />}
          </span>
          <span className="card-title">
            <bdi>{story.heading}</bdi>
          </span>
          <span className="card-facts">
            {story.author && (
              <>
                <bdi>{story.author.name}</bdi>
                {' · '}
              </>
            )}
            {countText(context, story.count)}
          </span>
        </a>
      </li>
    ))}
  </ul>
)

type StoriesOfProps = Pick<Props, 'context' | 'stories'> & { name: string }

/** On a person's channel page, the stories that they tell. */
export function StoriesOf({ context, stories, name }: StoriesOfProps) {
  const title = context.fill(context.texts.storiesBy, { name })
  return (
    <section className="story-row" aria-label={title}>
      <h2>{context.texts.stories}</h2>
      <StoryCards context={context} stories={stories} label={title} eager={stories.length} />
    </section>
  )
}

/** How many of a person's stories their channel page shows. */
const LIMIT = 6
/** ms that the page waits for them. */
const STORIES_OF_PATIENCE_MS = 1500

/** A person's newest stories, with their covers. @throws AppError */
export async function storiesOf(c: AppContext, username: string): Promise<StoryView[]> {
  const fields = { username, limit: LIMIT, gif_hydration_method: 'cover_only' }
  const { results } = await readService(c, gatewayCalls.userStories, fields, {
    deadline: STORIES_OF_PATIENCE_MS,
  })
  return shownIn(c, results.slice(0, LIMIT))
}

/** How many of the artists' newest stories `/stories` shows. */
const NEWEST = 24

/** Covers that are in view when the page opens. */
const EAGER = 4

/** The stories that trend, and the artists' newest of the others. @throws AppError where neither can be read */
async function readLists(c: AppContext) {
  const [trending, newest] = await Promise.allSettled([
    readService(c, gatewayCalls.trendingStories, {}),
    readService(c, gatewayCalls.partnerArtistStories, { limit: NEWEST }),
  ])
  if (trending.status === 'rejected' && newest.status === 'rejected') throw newest.reason
  const trends =
    trending.status === 'fulfilled' ? trending.value.results.flatMap((one) => one.story ?? []) : []
  const known = new Set(trends.map(({ story_id }) => story_id))
  const latest = newest.status === 'fulfilled' ? newest.value.results : []
  const others = latest.filter(({ story_id }) => !known.has(story_id))
  return { trending: await shownIn(c, trends), newest: await shownIn(c, others) }
}

/** `/stories` */
export async function storyList(c: AppContext): Promise<Response> {
  const { trending, newest } = await readLists(c)
  const context = pageContext(c)
  const { texts, publicUrl } = context
  const parts = [
    { title: texts.storiesTrending, stories: trending },
    { title: texts.storiesNewest, stories: newest },
  ].filter(({ stories }) => stories.length > 0)
  const page = {
    name: 'list stories',
    head: {
      title: texts.stories,
      description: texts.storiesText,
      canonical: `${publicUrl}/stories`,
      noindex: parts.length === 0,
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
  return renderPage(c, page, { pictures: [...trending, ...newest].flatMap(({ cover }) => cover ?? []) })
}

import type { StoryView } from '../../../shared/public/story-view.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import type { PageContext } from '../layout/page-context.ts'
import { MovingPicture } from '../parts/moving-picture.tsx'
import { groundOf } from './story-ground.ts'

type Props = { context: PageContext; stories: readonly StoryView[]; label: string; eager?: number }

/** The size of most cards in CSS pixels (`stories.css`). */
const CARD = { width: 240, height: 300 }

/** Stories as cards: the cover, the title, who made it, how many GIFs it has. */
export const StoryCards = ({ context, stories, label, eager = 0 }: Props) => (
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

/** On somebody's channel page, what they tell. */
export function StoriesOf({ context, stories, name }: StoriesOfProps) {
  const title = interpolate(context.texts.storiesBy, { name })
  return (
    <section className="story-row" aria-label={title}>
      <h2>{context.texts.stories}</h2>
      <StoryCards context={context} stories={stories} label={title} eager={stories.length} />
    </section>
  )
}

/** How many GIFs a story has, in words. */
export function countText({ texts, language }: PageContext, count: number): string {
  if (count === 1) return texts.storyCountOne
  return interpolate(texts.storyCount, { count: new Intl.NumberFormat(language).format(count) })
}

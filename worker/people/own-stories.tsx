import { isPublished } from '../../shared/public/story-view.ts'
import type { Story } from '../../shared/schema/site-records.ts'
import { interpolate } from '../../shared/texts/languages.ts'
import { pageCall } from '../proxy/handle-call.ts'
import { countText, pageContext } from '../public/layout/page.ts'
import { dayIn, Section, Top } from './account-parts.tsx'
import { PostForm } from './form.tsx'
import { NEW_STORY } from './own-forms.ts'
import { Thumbnail } from './own-gifs.tsx'
import {
  ACCOUNTS_ELSEWHERE,
  byForm,
  type Drawn,
  forPerson,
  type PageState,
  peoplePage,
} from './people-page.tsx'
import { shownGif } from './pick-gifs.tsx'

const PATH = '/account/stories'

/** The page on which a story is edited. */
export const ownStoryPath = (id: string): string => `${PATH}/${id}`

/** `/account/stories`: a person's stories, drafts too, and a new one. */
export const ownStoriesPage = peoplePage({
  elsewhere: ACCOUNTS_ELSEWHERE,
  draw: forPerson(drawStories),
  submit: byForm({
    async story(c, { title = '', caption = '' }) {
      const { body } = await pageCall(c, 'createStory', { title, caption })
      return { redirect: ownStoryPath(body.story_id) }
    },
  }),
})

/** When a story was published; 'Draft' before. */
export function publishedNote(page: PageState, story: Story): string {
  if (!isPublished(story, Date.now())) return page.texts.draft
  const at = Number.isFinite(Date.parse(story.publish_datetime)) ? story.publish_datetime : undefined
  return at ? interpolate(page.texts.publishedOn, { date: dayIn(page, at) }) : ''
}

/** What a story is called. */
export const titleOf = ({ texts }: PageState, { title }: Story): string => title || texts.untitled

async function drawStories(page: PageState): Promise<Drawn> {
  const { c, texts, to } = page
  const { username } = (await pageCall(c, 'user', { id: 'self' })).body
  const { results, next_cursor } = (
    await pageCall(c, 'userStories', {
      username,
      fetch_unpublished: true,
      gif_hydration_method: 'cover_only',
      next_cursor: c.req.query('after'),
    })
  ).body
  return {
    title: texts.ownStories,
    content: (
      <>
        <Top
          page={page}
          links={[['/account', texts.account]]}
          title={texts.ownStories}
          note={texts.storiesText}
        />
        {results.length === 0 && <p className="note empty">{texts.storiesNone}</p>}
        <ul className="records uploads">
          {results.map((story) => (
            <Row key={story.story_id} page={page} story={story} />
          ))}
        </ul>
        {next_cursor && (
          <p className="others">
            <a href={to(`${PATH}?after=${encodeURIComponent(next_cursor)}`)}>{texts.older}</a>
          </p>
        )}
        <Section title={texts.storyGo} text={texts.storyText}>
          <PostForm page={page} row={NEW_STORY} />
        </Section>
      </>
    ),
  }
}

function Row({ page, story }: { page: PageState; story: Story }) {
  const count = countText(pageContext(page.c), story.gif_count)
  return (
    <li>
      <Thumbnail item={story.cover_gif ? shownGif(story.cover_gif) : { thumbnail: null }} />
      <p>
        <strong>
          <a href={page.to(ownStoryPath(story.story_id))}>
            <bdi>{titleOf(page, story)}</bdi>
          </a>
        </strong>
        <span className="note">{[publishedNote(page, story), count].filter(Boolean).join(' · ')}</span>
      </p>
    </li>
  )
}

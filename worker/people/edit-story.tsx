import { fieldError, InputError } from '../../shared/errors.ts'
import { storyPath } from '../../shared/public/browse-path.ts'
import { isPublished } from '../../shared/public/story-view.ts'
import type { Story } from '../../shared/schema/site-records.ts'
import { pageCall } from '../proxy/handle-call.ts'
import { Section, Top } from './account-parts.tsx'
import { PostForm } from './form.tsx'
import { COVER, DELETE_STORY, DOWN, EDIT_STORY, PUBLISH, REMOVE, TAKE_BACK, UP } from './own-forms.ts'
import { nameOf, Thumbnail } from './own-gifs.tsx'
import { ownStoryPath, publishedNote, titleOf } from './own-stories.tsx'
import {
  ACCOUNTS_ELSEWHERE,
  assertSure,
  byForm,
  type Drawn,
  type Fields,
  forPerson,
  type PageState,
  peoplePage,
} from './people-page.tsx'
import { drawPick, pickedIn, shownGif } from './pick-gifs.tsx'

type C = PageState['c']

const idOf = (c: C): string => c.req.param('story') ?? ''
const storyOf = async (c: C): Promise<Story> => (await pageCall(c, 'story', { id: idOf(c) })).body
const idsOf = ({ gifs }: Story) => gifs.map(({ id }) => id)

async function change(c: C, fields: Record<string, unknown>, place = '') {
  await pageCall(c, 'updateStory', { ...fields, id: idOf(c) })
  return { redirect: `${ownStoryPath(idOf(c))}?done=saved${place}` }
}

/** Changes which GIFs a story has, or their order, where it is still as it was read. */
async function changeGifs(c: C, to: (ids: string[]) => string[]) {
  const gifs = idsOf(await storyOf(c))
  const next = to(gifs)
  if (next.length === 0) throw fieldError('gifs', 'a story keeps one GIF')
  return change(c, { gifs: next, was: { gifs } }, '#gifs')
}

/** Moves an id by one place. */
const moved = (id: string, by: number) => (ids: string[]) => {
  const at = ids.indexOf(id)
  const other = ids[at + by]
  return at < 0 || other === undefined ? ids : ids.with(at, other).with(at + by, id)
}

/** `/account/stories/{id}`: a story's words, its GIFs in their order, whether it is published, and its end. */
export const editStoryPage = peoplePage({
  elsewhere: ACCOUNTS_ELSEWHERE,
  draw: forPerson(drawStory),
  submit: byForm({
    edit: (c, { title, caption, slug, tags }) => change(c, { title, caption, slug, tags: tags || ' ' }),
    up: (c, { id = '' }: Fields) => changeGifs(c, moved(id, -1)),
    down: (c, { id = '' }: Fields) => changeGifs(c, moved(id, 1)),
    remove: (c, { id }: Fields) => changeGifs(c, (ids) => ids.filter((each) => each !== id)),
    cover: (c, { id }: Fields) => change(c, { cover_gif: id }, '#gifs'),
    async publish(c) {
      if ((await storyOf(c)).gifs.length === 0) throw new InputError('It has no GIF', {})
      return change(c, { publish_datetime: new Date().toISOString() })
    },
    'take-back': (c) => change(c, { publish_datetime: null }),
    async delete(c, fields) {
      assertSure(fields)
      await pageCall(c, 'deleteStory', { id: idOf(c) })
      return { redirect: '/account/stories?done=removed' }
    },
  }),
})

/** `/account/stories/{id}/add`: GIFs for it, by looking. */
export const storyPickPage = peoplePage({
  elsewhere: ACCOUNTS_ELSEWHERE,
  draw: forPerson(async (page) => {
    const story = await storyOf(page.c)
    return drawPick(page, {
      name: titleOf(page, story),
      path: ownStoryPath(idOf(page.c)),
      there: new Set(idsOf(story)),
    })
  }),
  submit: byForm({
    pick: (c, fields) => changeGifs(c, (ids) => [...new Set([...ids, ...pickedIn(fields)])]),
  }),
})

async function drawStory(page: PageState): Promise<Drawn> {
  const { c, texts } = page
  const story = await storyOf(c)
  const { slug, title, caption, tags } = story
  const isOpen = isPublished(story, Date.now())
  return {
    title: titleOf(page, story),
    content: (
      <>
        <Top
          page={page}
          links={[
            ['/account/stories', texts.ownStories],
            [storyPath(slug), texts.openItem],
          ]}
          title={titleOf(page, story)}
          note={publishedNote(page, story)}
        >
          <PostForm page={page} row={isOpen ? TAKE_BACK : PUBLISH} />
        </Top>
        <Section title={texts.gifDetails} text={texts.storyText}>
          <PostForm page={page} row={EDIT_STORY} values={{ slug, title, caption, tags: tags.join(', ') }} />
        </Section>
        <StoryGifs page={page} story={story} />
        <Section title={texts.storyDelete} text={texts.storyDeleteText}>
          <PostForm page={page} row={DELETE_STORY} />
        </Section>
      </>
    ),
  }
}

/** A story's GIFs in their order, each with what can be done with it. */
function StoryGifs({ page, story }: { page: PageState; story: Story }) {
  const { texts, to } = page
  const last = story.gifs.length - 1
  return (
    <Section title={texts.gifs} text={texts.storyGifsText} id="gifs">
      <p className="others">
        <a className="act" href={to(`${ownStoryPath(story.story_id)}/add`)}>
          {texts.gifsAdd}
        </a>
      </p>
      {last < 0 && <p className="note empty">{texts.gifsNone}</p>}
      <ol className="records uploads gifs">
        {story.gifs.map((gif, at) => {
          const isCover = gif.id === story.cover_gif?.id
          const rows = [
            ...(at > 0 ? [UP] : []),
            ...(at < last ? [DOWN] : []),
            ...(isCover ? [] : [COVER]),
            ...(last > 0 ? [REMOVE] : []),
          ]
          return (
            <li key={gif.id}>
              <Thumbnail item={shownGif(gif)} />
              <p>
                <bdi>{nameOf(page, gif)}</bdi>
                {isCover && <span className="note">{texts.cover}</span>}
              </p>
              <div className="acts">
                {rows.map((row) => (
                  <PostForm key={row.name} page={page} row={row} id={gif.id} about={nameOf(page, gif)} />
                ))}
              </div>
            </li>
          )
        })}
      </ol>
    </Section>
  )
}

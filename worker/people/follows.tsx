import { channelPath } from '../../shared/public/browse-path.ts'
import { interpolate } from '../../shared/texts/languages.ts'
import { pageCall } from '../proxy/handle-call.ts'
import { Top } from './account-parts.tsx'
import { PostForm } from './form.tsx'
import { FOLLOW, UNFOLLOW } from './own-forms.ts'
import {
  ACCOUNTS_ELSEWHERE,
  byForm,
  type Drawn,
  leadTo,
  type PageState,
  Panel,
  peoplePage,
} from './people-page.tsx'

const PATH = '/account/follows'
const SAVED = leadTo(`${PATH}?done=saved`)

/** `/account/follows`: whom a person follows. `?user=` asks for one, whose channel page led here. */
export const followsPage = peoplePage({
  elsewhere: ACCOUNTS_ELSEWHERE,
  draw(page) {
    const user = page.c.req.query('user')
    const path = user === undefined ? PATH : `${PATH}?${new URLSearchParams({ user })}`
    if (!page.isSignedIn) return { redirect: `/login?next=${encodeURIComponent(path)}` }
    return user === undefined ? drawFollows(page) : drawOne(page, user)
  },
  submit: byForm({
    follow: (c, { id }) => pageCall(c, 'follow', { id }).then(SAVED),
    unfollow: (c, { id }) => pageCall(c, 'unfollow', { id }).then(SAVED),
  }),
})

const readFollows = async ({ c }: PageState) => (await pageCall(c, 'follows', { id: 'self' })).body.results

async function drawFollows(page: PageState): Promise<Drawn> {
  const { texts, to } = page
  const follows = await readFollows(page)
  return {
    title: texts.follows,
    content: (
      <>
        <Top
          page={page}
          links={[['/account', texts.account]]}
          title={texts.follows}
          note={texts.followsText}
        />
        {follows.length === 0 && <p className="note empty">{texts.followsNone}</p>}
        <ul className="records">
          {follows.map(({ id, username }) => (
            <li key={id}>
              <p>
                <a href={to(channelPath(username))}>
                  <bdi>{`@${username}`}</bdi>
                </a>
              </p>
              <PostForm page={page} row={UNFOLLOW} id={id} about={username} />
            </li>
          ))}
        </ul>
      </>
    ),
  }
}

/** @throws Refusal 404 for no such person */
async function drawOne(page: PageState, user: string): Promise<Drawn> {
  const { c, texts, to } = page
  const [{ id, username }, follows] = await Promise.all([
    pageCall(c, 'user', { id: user }).then(({ body }) => body),
    readFollows(page),
  ])
  const isFollowed = follows.some((one) => one.id === id)
  return {
    title: texts.follow,
    content: (
      <Panel
        page={page}
        title={isFollowed ? texts.follows : interpolate(texts.followAsk, { name: username })}
      >
        <PostForm page={page} row={isFollowed ? UNFOLLOW : FOLLOW} id={id} about={username} />
        <p className="others">
          <a href={to(channelPath(username))}>{`@${username}`}</a>
          <a href={to(PATH)}>{texts.follows}</a>
        </p>
      </Panel>
    ),
  }
}

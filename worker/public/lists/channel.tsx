import * as v from 'valibot'
import { VerifiedBadge } from '../../../islands/ui/buttons.tsx'
import { AppError } from '../../../shared/errors.ts'
import {
  channelPath,
  channelSearchPath,
  isChannelName,
  type Shelf,
} from '../../../shared/public/browse-path.ts'
import { type ChannelView, channelView } from '../../../shared/public/channel-view.ts'
import { type Gif, UserSchema } from '../../../shared/schema/gif.ts'
import type { AppContext } from '../../http/context.ts'
import { optional, type PageContext, pageContext, readProvider } from '../layout/page.ts'
import { LinkList } from '../layout/parts.tsx'
import { STORIES_STYLE, StoriesOf, storiesOf } from '../stories/story-list.tsx'
import { countOf, NothingFound, pageParam, readPage, renderList, Tabs } from './list-page.tsx'

/** §7: a channel's list is a search that starts with its `@name`; without further words it is all that the channel has. */
export async function channelList(c: AppContext): Promise<Response> {
  const id = c.req.param('id') ?? ''
  if (!isChannelName(id)) throw new AppError('not-found', 'There is no such channel')
  const term = c.req.param('term')
  const isTop = term === undefined && pageParam(c) === 1
  const [named, { shelf, known, ...found }, stories = []] = await Promise.all([
    optional(readProvider(c, 'channelSearch', { q: id })),
    readShelf(c, [`@${id}`, term].filter((part) => part !== undefined).join(' ')),
    isTop ? optional(storiesOf(c, id)) : undefined,
  ])
  const channels = named?.value.data ?? []
  const view =
    channelView(id, channels, [...known, ...stories]) ??
    channelView(id, channels, isTop ? await personNamed(c, id) : [])
  if (!view) throw new AppError('not-found', 'There is no such channel')
  const context = pageContext(c)
  const { texts, fill } = context
  const hasItems = known.length > 0
  const isNewest = c.req.query('sort') === 'recent'
  const pathOf = (page: number, of: Shelf = shelf, name = id) =>
    term === undefined ? channelPath(name, page, of) : channelSearchPath(name, term, page, of)
  const newestOf = (path: string) => `${path}${path.includes('?') ? '&' : '?'}sort=recent`
  const isFollowable = arePeopleOurs(c) && view.owner !== undefined
  // A person's page is of no channel.
  const isPerson = !channels.some(({ slug }) => slug === view.id)
  const names = { name: view.name, term: term ?? '' }
  const title = term === undefined ? view.name : fill(texts.inChannel, names)
  const count = countOf(context, found.paging, term !== undefined || shelf === 'stickers')
  const ordered = (path: string) => (isNewest ? newestOf(path) : path)
  const tabs = SHELVES.map((one) => ({
    name: texts[one],
    href: ordered(pathOf(1, one)),
    current: one === shelf,
  }))
  const orders = [
    // A channel's own order is its editor's.
    { name: texts[isPerson ? 'mostSeen' : 'featured'], href: pathOf(1), current: !isNewest },
    { name: texts.newest, href: newestOf(pathOf(1)), current: isNewest },
  ]
  const list = {
    ...found,
    context,
    title,
    description: view.text || fill(texts.channelText, names),
    noindex: term !== undefined || !(hasItems || stories.length > 0),
    empty: stories.length === 0 && <NothingFound context={context} isSearch={term !== undefined} />,
    top: (
      <>
        <ChannelTop context={context} channel={view} count={count} title={title} />
        <div className="channel-ways">
          {isFollowable && <FollowLink context={context} owner={view.owner} />}
          {hasItems && <Tabs context={context} label={title} tabs={tabs} />}
          {hasItems && <Tabs context={context} label={texts.order} tabs={orders} />}
          {hasItems && !context.direct && (
            <a className="embed-all" href={context.to(carouselPath(view.id))}>
              {texts.builder}
            </a>
          )}
          <LinkList
            context={context}
            label={texts.channels}
            links={view.channels.map((one) => ({ name: one.name, href: channelPath(one.id) }))}
          />
        </div>
      </>
    ),
    after: stories.length > 0 && <StoriesOf context={context} name={view.name} stories={stories} />,
    links: stories.length > 0 ? [STORIES_STYLE] : [],
    scripts: isFollowable ? (['channel'] as const) : [],
    pathOf: (page: number) => ordered(pathOf(page)),
    // A channel can be addressed by number and by name: both are one page.
    canonical: pathOf(found.paging.page, shelf, view.id),
  }
  const covers = stories.flatMap(({ cover }) => cover ?? [])
  return renderList(c, list, { pictures: [...found.gifs, ...channels, ...covers] })
}

const SHELVES = ['gifs', 'stickers'] as const

/**
 * One shelf of a channel. Where it is empty, the other one tells whose channel it is (`known`), and is shown instead
 * unless the query names a shelf.
 */
async function readShelf(c: AppContext, q: string) {
  const sort = c.req.query('sort') === 'recent' ? { sort: 'recent' } : {}
  const page = pageParam(c)
  const asked = c.req.query('type')
  const shelf: Shelf = asked === 'stickers' ? 'stickers' : 'gifs'
  const other: Shelf = shelf === 'gifs' ? 'stickers' : 'gifs'
  const found = await readPage(c, 'search', { type: shelf, q, ...sort }, page)
  if (found.gifs.length > 0 || page > 1) return { ...found, shelf, known: found.gifs }
  const opposite = await readPage(c, 'search', { type: other, q, ...sort }, page)
  const known = opposite.gifs
  const stays = asked !== undefined || known.length === 0
  return stays ? { ...found, shelf, known } : { ...opposite, shelf: other, known }
}

/** A person without items yet, as the owner of a list: they have a page too. */
async function personNamed(c: AppContext, username: string): Promise<Pick<Gif, 'user'>[]> {
  const found = await c.get('services').publicPerson?.(username, c.get('publicUrl'))
  return found ? [{ user: v.parse(UserSchema, found) }] : []
}

/** Only our own people can be followed: those of the library, with accounts of the embedded site. */
function arePeopleOurs(c: AppContext): boolean {
  const { provider, site } = c.get('services').upstreams
  return provider.knowsOwners && site.hasAccounts
}

/** A carousel of all that a person or a channel has, in the builder: the next click copies it. */
const carouselPath = (id: string): string =>
  `/?${new URLSearchParams({ what: 'carousel', source: 'channel', value: id })}#build`

/**
 * The page is one for all visitors: who is signed in, the next one knows, and a script, which shows what is true of them. The
 * two words share one place.
 */
const FollowLink = ({ context: { texts, to }, owner = '' }: FollowProps) => (
  <a className="follow" data-owner={owner} href={to(`/account/follows?user=${encodeURIComponent(owner)}`)}>
    <span>{texts.follow}</span>
    <span>{texts.following}</span>
  </a>
)

type FollowProps = { context: PageContext; owner: string | undefined }

type ChannelTopProps = {
  context: PageContext
  channel: ChannelView
  count: string
  title: string
}

/** The head of a channel: picture, name, badge of a verified user, description, number of GIFs. */
const ChannelTop = ({ context, channel, count, title }: ChannelTopProps) => (
  <div className="channel-top">
    {channel.banner && (
      <img className="banner" src={channel.banner} width="1600" height="400" alt="" decoding="async" />
    )}
    <img
      className="avatar"
      src={channel.avatar}
      width="88"
      height="88"
      alt=""
      decoding="async"
      loading="lazy"
    />
    <div>
      <h1>
        <bdi>{title}</bdi>
        {channel.verified && <VerifiedBadge text={context.playerTexts.verified} />}
      </h1>
      <p className="count">
        <bdi>{`@${channel.id}`}</bdi> · {count}
      </p>
      {channel.text && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a line that scrolls on a phone is a stop of the Tab key
        <p className="channel-text" tabIndex={0}>
          {channel.text}
        </p>
      )}
    </div>
  </div>
)

import { type Handler, Hono } from 'hono'
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'
import { SDK_HEADERS } from '../shared/net/headers.ts'
import { SITE_TEXT_PATHS } from '../shared/schema/own/rules.ts'
import { FamilyRouter } from '../shared/server/family-router.ts'
import { lazyModule } from '../shared/server/lazy-module.ts'
import { embed } from './embed/embed.ts'
import { type App, type AppContext, preflight, type Services } from './http/context.ts'
import { everyRequest } from './http/every-request.ts'
import { type FailurePage, failureResponses } from './http/failure-response.ts'
import {
  classLookup,
  directRoutes,
  lazy,
  mount,
  type Route,
  refusals,
  routeLookup,
} from './http/route-table.ts'
import { health, media, partnerScript, statics } from './routes/files.ts'
import { providerApi } from './routes/provider-api.ts'

// Code that most requests do not need is loaded by the first request that does.
const widget = lazy(() => import('./widgets/widget.tsx'), 'widget')
const picker = lazy(() => import('./widgets/picker.tsx'), 'picker')
const publicLayout = lazy(() => import('./public/layout/public-layout.tsx'), 'publicLayout')
const siteTextPage = lazy(() => import('./public/site-text.tsx'), 'siteTextPage')
const itemPage = lazy(() => import('./public/item/item.tsx'), 'itemPage')
const welcome = lazy(() => import('./public/welcome/welcome.ts'), 'welcome')
const guide = lazy(() => import('./reference/guide.tsx'), 'guide')
const favoritesPage = lazy(() => import('./public/favorites.tsx'), 'favoritesPage')
const storyList = lazy(() => import('./public/stories/story-list.tsx'), 'storyList')
const storyPage = lazy(() => import('./public/stories/story-page.tsx'), 'storyPage')
const searching = () => import('./public/lists/search.tsx')
const lists = () => import('./public/lists/browse.tsx')
const channelList = lazy(() => import('./public/lists/channel.tsx'), 'channelList')
const categories = () => import('./public/lists/categories.tsx')
const reference = () => import('./reference/api.tsx')
const signIn = () => import('./people/sign-in.tsx')
const editChannel = () => import('./people/edit-channel.tsx')
const editStory = () => import('./people/edit-story.tsx')
const issuerSignIn = () => import('./people/issuer-sign-in.tsx')
const adminLayout = lazy(() => import('./admin/admin-layout.tsx'), 'adminLayout')
const admin = lazy(() => import('./admin/admin-layout.tsx'), 'admin')
const fromBrowsers = () => import('./routes/from-browsers.ts')
const siteFiles = () => import('./routes/site-files.ts')
const tenor = async () => (await import('./dialects/tenor/tenor.ts')).tenorHandlers
const klipy = () => import('./dialects/klipy/klipy.ts')
const upload = lazy(() => import('./proxy/handle-upload.ts'), 'handleUpload')
const cta = lazy(() => import('./proxy/handle-call.ts'), 'handleCta')
const pageToken = lazy(() => import('./http/page-token.ts'), 'pageToken')
const credentialCall = lazy(() => import('./proxy/handle-call.ts'), 'handleCall')

const directPages = () => import('./public/direct-pages.tsx')

/** A page in the layout of the public pages; `direct` names the page that takes its place (`Route`). */
const page = (path: string, handler: Handler<App>, direct?: DirectPage): Route => ({
  path,
  class: 'page',
  language: true,
  GET: [publicLayout, handler],
  ...(direct && { direct: [publicLayout, lazy(directPages, direct)] }),
})

type DirectPage = keyof Awaited<ReturnType<typeof directPages>>

/** A list of the public pages: its first page, and every page by its number (§2, virtual page paths). */
const paged = (path: string, handler: Handler<App>, direct?: DirectPage): Route[] => [
  page(path, handler, direct),
  page(`${path}/page/:page`, handler, direct),
]

/** A page of people: no cache may keep it, and its forms post to its own address. */
const peoplePage = <Name extends string>(
  path: string,
  load: () => Promise<Record<Name, Record<'GET' | 'POST', Handler<App>>>>,
  name: Name,
): Route => {
  const handle = (method: 'GET' | 'POST') =>
    lazy(async () => ({ page: (await load())[name][method] }), 'page')
  return {
    path,
    class: 'people',
    language: true,
    GET: [publicLayout, handle('GET')],
    POST: [publicLayout, handle('POST')],
  }
}

type Tenor = Awaited<ReturnType<typeof tenor>>

/** A call of Tenor v2, by what follows `/v2`. */
const tenorCall = (name: keyof Tenor): Route => ({
  path: `/v2/${name}`,
  class: 'tenor',
  key: 'key',
  GET: lazy(tenor, name),
})

/** Every route of the Worker. If two rows match a request, the earlier one handles it. */
const ROUTES: readonly Route[] = [
  // What other sites frame, load or read.
  {
    path: '/embed/:slug',
    class: 'embed',
    GET: embed,
    direct: lazy(() => import('./embed/page.tsx'), 'directEmbed'),
  },
  { path: '/widgets/:kind{carousel|grid}', class: 'embed', GET: widget },
  { path: '/widgets/picker', class: 'embed', language: true, GET: picker },
  { path: '/loopframe.js', class: 'static', GET: partnerScript },
  { path: '/services/oembed', class: 'oembed', GET: lazy(() => import('./routes/oembed.ts'), 'oembed') },
  { path: '/video/vimeo', class: 'plain', GET: lazy(() => import('./routes/vimeo.ts'), 'vimeo') },

  // The public pages.
  page('/', welcome),
  page('/gifs/:slug', itemPage, 'directItem'),
  page('/stickers/:slug', itemPage, 'directItem'),
  ...paged('/gifs/:slug/related', lazy(lists, 'relatedList'), 'directRelated'),
  ...paged('/stickers/:slug/related', lazy(lists, 'relatedList'), 'directRelated'),
  page('/favorites', favoritesPage),
  page(
    '/transparency',
    lazy(() => import('./public/transparency.tsx'), 'transparencyPage'),
  ),
  page('/docs', guide),
  page(
    '/docs/playground',
    lazy(() => import('./reference/playground.tsx'), 'playground'),
  ),
  ...Object.values(SITE_TEXT_PATHS).map((path) => page(path, siteTextPage)),
  page('/docs/api', lazy(reference, 'apiReference')),
  page('/docs/api/:part', lazy(reference, 'apiReference')),
  { path: '/docs/api.json', class: 'page', GET: lazy(reference, 'referenceJson') },
  page('/stories', storyList),
  page('/stories/:slug', storyPage),
  page('/search', lazy(searching, 'submittedList'), 'directSubmitted'),
  ...paged('/search/:term', lazy(searching, 'searchList'), 'directSearch'),
  ...paged('/trending', lazy(lists, 'trendingList'), 'directTrending'),
  page('/categories', lazy(categories, 'categoryList')),
  page('/categories/:category', lazy(categories, 'subcategoryList')),
  ...paged('/categories/:category/:subcategory', lazy(categories, 'subcategoryItems')),
  ...paged('/create/gifmaker/decorate/stickers', lazy(lists, 'stickerList'), 'directStickers'),
  ...paged(
    '/create/gifmaker/decorate/stickers/search/:term',
    lazy(searching, 'stickerSearchList'),
    'directStickerSearch',
  ),
  ...paged('/channels/:id', channelList, 'directChannel'),
  ...paged('/channel/:id/search/:term', channelList, 'directChannel'),
  // The pages of people. Anything else below `/login` is a call of the site.
  peoplePage('/login', signIn, 'signInPage'),
  peoplePage('/login/oidc', issuerSignIn, 'leavePage'),
  peoplePage('/login/oidc/callback', issuerSignIn, 'returnPage'),
  peoplePage('/register', signIn, 'registerPage'),
  peoplePage('/register/confirm', signIn, 'confirmPage'),
  peoplePage('/password', signIn, 'passwordPage'),
  peoplePage('/account', () => import('./people/account.tsx'), 'accountPage'),
  peoplePage('/account/second-factor', () => import('./people/second-factor.tsx'), 'secondFactorPage'),
  peoplePage('/account/gifs', () => import('./people/own-gifs.tsx'), 'ownGifsPage'),
  peoplePage('/account/gifs/:gif', () => import('./people/edit-gif.tsx'), 'editGifPage'),
  peoplePage('/account/channels', () => import('./people/own-channels.tsx'), 'ownChannelsPage'),
  peoplePage('/account/channels/:channel', editChannel, 'editChannelPage'),
  peoplePage('/account/channels/:channel/add', editChannel, 'channelPickPage'),
  peoplePage('/account/stories', () => import('./people/own-stories.tsx'), 'ownStoriesPage'),
  peoplePage('/account/stories/:story', editStory, 'editStoryPage'),
  peoplePage('/account/stories/:story/add', editStory, 'storyPickPage'),
  peoplePage('/account/figures', () => import('./people/figures.tsx'), 'figuresPage'),
  peoplePage('/account/follows', () => import('./people/follows.tsx'), 'followsPage'),
  peoplePage('/upload', () => import('./people/upload.tsx'), 'uploadPage'),
  peoplePage('/report', () => import('./people/report.tsx'), 'reportPage'),
  peoplePage('/claim', () => import('./people/claim.tsx'), 'claimPage'),
  peoplePage('/object', () => import('./people/claim.tsx'), 'objectPage'),
  // The pages of staff; what is no page there is a 404 of the same class.
  ...['/admin', '/admin/:page', '/admin/*'].map(
    (path): Route => ({ path, class: 'admin', language: true, GET: [adminLayout, admin] }),
  ),

  // Reports from browsers, then the provider's API. `/v2/pingback` must come before `/v2/*`.
  {
    path: '/v2/pingback',
    class: 'pingback',
    OPTIONS: preflight('POST', ['content-type', ...Object.keys(SDK_HEADERS)]),
    POST: lazy(fromBrowsers, 'takePingbacks'),
  },
  // A frame without an origin posts there too.
  {
    path: '/browser-errors',
    class: 'pingback',
    OPTIONS: preflight('POST', ['content-type']),
    POST: async (c) => (await fromBrowsers()).takeBrowserError(c, routeOf),
  },
  // GIPHY's upload, and what follows it: their bodies are streamed.
  { path: '/v1/gifs', class: 'api', POST: upload },
  { path: '/api/v3/gifs/:id/renditions', class: 'site', POST: upload },
  { path: '/api/v3/backup/parts', class: 'site', POST: upload },
  { path: '/api/v3/users/:id/:picture{avatar|banner}', class: 'site', PUT: upload },
  { path: '/v1/gifs/:id/cta', class: 'api', ALL: cta },
  // Tenor v2's shape, and KLIPY v1's. A key of KLIPY's is no word of the site's: `klipy` hands its calls on.
  ...(
    [
      'search',
      'featured',
      'posts',
      'categories',
      'autocomplete',
      'search_suggestions',
      'trending_terms',
      'registershare',
    ] as const
  ).map(tenorCall),
  {
    path: '/api/v1/:key/:type{gifs|stickers|clips|static-memes|emojis}/*',
    class: 'site',
    ALL: lazy(klipy, 'klipy'),
  },
  { path: '/api/v1/:key/health-check', class: 'site', ALL: lazy(klipy, 'healthCheck') },
  ...providerApi,

  // §7 The calls of the site, the gateway and the imaging service: `proxy/` finds each in the catalogue.
  ...['/login/check', '/users/*', '/ajax/*', '/api/*', '/gateway/*', '/imaging/*'].map(
    (path): Route => ({ path, class: 'site', ALL: credentialCall }),
  ),

  // Files, and the state of the Worker.
  { path: '/media/*', class: 'media', GET: media },
  { path: '/static/accent/:color', class: 'static', GET: lazy(siteFiles, 'accent') },
  { path: '/static/*', class: 'static', GET: statics },
  { path: '/favicon.ico', class: 'page', GET: (c) => c.redirect('/static/icon.svg', 301) },
  { path: '/.well-known/security.txt', class: 'plain', GET: lazy(siteFiles, 'securityTxt') },
  { path: '/.well-known/security-policy.txt', class: 'plain', GET: lazy(siteFiles, 'securityPolicy') },
  { path: '/robots.txt', class: 'plain', GET: lazy(siteFiles, 'robots') },
  { path: '/sitemap.xml', class: 'plain', GET: lazy(siteFiles, 'sitemap') },
  { path: '/opensearch.xml', class: 'plain', language: true, GET: lazy(siteFiles, 'opensearch') },
  { path: '/healthz', class: 'plain', GET: health },
]

const routeOf = routeLookup(() => ROUTES)
const classOf = classLookup(ROUTES)

const failures = lazyModule(() => import('./public/failure-page.tsx'))
const failurePage: FailurePage = async (...failure) => (await failures()).failurePage(...failure)
const failureResponse = failureResponses(failurePage)

/** The fast router, or the other where it does not take a path. */
const fastest = () => new SmartRouter<never>({ routers: [new RegExpRouter(), new TrieRouter()] })

/** Creates the app: the middleware of every request, then the routes. */
export function createApp(services: Services): Hono<App> {
  const app = new Hono<App>({ router: new FamilyRouter(fastest) })
  const routes = services.direct ? directRoutes(ROUTES) : ROUTES
  const around = everyRequest(services, classOf, failureResponse)
  const needsKeys = services.config.API_ACCESS === 'keys'
  const refusalOf = refusals(routes)
  const refuse = around((c: AppContext) => {
    // As if it were thrown, without the way through every turn.
    c.error = refusalOf(c.req.path)
    return failureResponse(c.error, c)
  })
  app.onError(failureResponse)
  app.notFound(async (c) => (await refuse(c, async () => {})) ?? c.res)
  // Where pages call the provider, they list nothing here.
  if (needsKeys && !services.direct) app.use(around(pageToken))
  mount(app, routes, { around, needsKeys })
  return app
}

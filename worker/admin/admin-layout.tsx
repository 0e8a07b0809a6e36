import { type Props, reactRenderer } from '@hono/react-renderer'
import type { ReactNode } from 'react'
import {
  ADMIN_GROUPS,
  ADMIN_PAGES,
  type AdminPageName,
  type AdminRole,
  adminPagesOf,
  MOVED_PAGES,
  SCHEME_COOKIE,
} from '../../shared/admin/admin-pages.ts'
import { AppError } from '../../shared/errors.ts'
import { cookieOf } from '../../shared/net/headers.ts'
import { own } from '../../shared/own.ts'
import { LANGUAGE_NAMES, languages } from '../../shared/texts/languages.ts'
import { isAdminHost } from '../http/admin-host.ts'
import { type AppContext, replyPage, requestOrigin, type Services } from '../http/context.ts'
import { readCredentials } from '../http/credentials.ts'
import { languageLinks, withLanguage } from '../http/visitor.ts'
import { providerConfigs } from '../provider/several/provider-configs.ts'
import { pageViewer } from '../proxy/access.ts'
import { assets, ownPagePolicy, themeOf } from '../render/document.ts'
import { DOCTYPE, HtmlDocument } from '../render/html-document.tsx'
import { FRAME_TEXTS } from './frame-texts.data.ts'

declare module '@hono/react-renderer' {
  interface Props {
    /** The staff page that is open. */
    current?: AdminPageName
    /** Whose pages the navigation has. */
    role?: AdminRole
  }
}

/** The pages that a role may see, as far as the installation has whose calls they are made of. */
function pagesHere(role: AdminRole, { config, upstreams }: Services): AdminPageName[] {
  const { site, gateway, worker } = upstreams
  const hasGateway = gateway.transport !== undefined
  const hasKeys = config.TAGGER_KEY !== '' && config.TAGGER_TOKEN !== ''
  const has = {
    site: true,
    own: site.hasOwnCalls,
    gateway: hasGateway,
    scheduler: hasGateway && (!gateway.needsKey || hasKeys),
    worker: worker.transport !== undefined,
  }
  return adminPagesOf(role).filter((name) => has[ADMIN_PAGES[name].source])
}

type LayoutProps = Props & { c: AppContext; children: ReactNode }

/** The frame of the staff pages: a bar, the pages that the role may see here, the content. */
function AdminLayout({ c, head, current, role = 'moderator', children }: LayoutProps) {
  const language = c.get('language')
  const { common } = FRAME_TEXTS[language]
  return (
    <HtmlDocument
      language={language}
      theme={themeOf(cookieOf(c.req.header('Cookie') ?? '', SCHEME_COOKIE))}
      head={{
        ...head,
        noindex: true,
        links: [
          { rel: 'icon', href: '/static/icon.svg', type: 'image/svg+xml' },
          { rel: 'stylesheet', href: assets.styles.admin },
        ],
        scripts: ['admin'],
      }}
    >
      <a className="admin-skip" href="#content">
        {common.skip}
      </a>
      <header className="admin-bar">
        <a className="admin-brand" href={languageLinks(c)('/admin')}>
          <img src="/static/icon.svg" alt="" width="28" height="28" />
          <span>{c.get('services').settings.current.name}</span>
          <small>{common.title}</small>
        </a>
        <div id="admin-scheme" />
        <button type="button" className="admin-menu" popoverTarget="admin-nav">
          {common.menu}
        </button>
      </header>
      <Navigation c={c} role={role} current={current} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </HtmlDocument>
  )
}

type NavigationProps = { c: AppContext; role: AdminRole; current: AdminPageName | undefined }

/** The pages that the role may see here, by their groups, and the ways out. */
function Navigation({ c, role, current }: NavigationProps) {
  const { common, titles } = FRAME_TEXTS[c.get('language')]
  const to = languageLinks(c)
  const services = c.get('services')
  const pages = pagesHere(role, services)
  return (
    <nav className="admin-nav" id="admin-nav" popover="auto" aria-label={common.nav}>
      {ADMIN_GROUPS.map((group) => {
        const own = pages.filter((name) => ADMIN_PAGES[name].group === group)
        return (
          own.length > 0 && (
            <section key={group}>
              <h2>{common[group]}</h2>
              <ul>
                {own.map((name) => (
                  <li key={name}>
                    <a href={to(`/admin/${name}`)} aria-current={name === current ? 'page' : undefined}>
                      {titles[name]}
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          )
        )
      })}
      <ul className="admin-out">
        <li>
          <a href={to('/')}>{common.toSite}</a>
        </li>
        {services.upstreams.site.hasAccounts && (
          <li>
            <a href={to('/account')}>{common.account}</a>
          </li>
        )}
        {services.upstreams.site.hasAccounts && (
          <li>
            <SignOut c={c} text={common.signOut} />
          </li>
        )}
      </ul>
      <Languages c={c} text={common.language} />
    </nav>
  )
}

/** The form of `/account` that signs out. */
function SignOut({ c, text }: { c: AppContext; text: string }) {
  const { csrf = '' } = readCredentials(c.req.raw.headers, c.get('publicUrl'))
  return (
    <form method="post" action={languageLinks(c)('/account')}>
      <input type="hidden" name="csrf" value={csrf} />
      <button type="submit" name="form" value="sign-out">
        {text}
      </button>
    </form>
  )
}

/** The same page in each language. */
function Languages({ c, text }: { c: AppContext; text: string }) {
  const { pathname, search } = new URL(c.req.url)
  const current = c.get('language')
  return (
    <ul className="admin-languages" aria-label={text}>
      {languages.map((language) => (
        <li key={language}>
          <a
            href={withLanguage(pathname + search, language)}
            lang={language}
            hrefLang={language}
            aria-current={language === current ? 'true' : undefined}
          >
            {LANGUAGE_NAMES[language]}
          </a>
        </li>
      ))}
    </ul>
  )
}

const layout = reactRenderer(AdminLayout, { docType: DOCTYPE })

/** Middleware: `c.render` behind it makes staff pages. */
export const adminLayout: typeof layout = async (c: AppContext, next) => {
  await c.var.services.settings.fresh()
  return layout(c, next)
}

/** Whether items, or some of them, are of a configured provider. */
const hasProvider = (config: Services['config']) => providerConfigs(config).some(({ url }) => url !== '')

type PlaceProps = { c: AppContext; name: AdminPageName; role: AdminRole }

/** What a staff page shows until its island is there (`islands/admin/start.tsx`), which learns here whose its calls are. */
function IslandPlace({ c, name, role }: PlaceProps) {
  const language = c.get('language')
  const { common, titles } = FRAME_TEXTS[language]
  const { config, upstreams } = c.get('services')
  const { site, gateway } = upstreams
  return (
    <div
      id="admin-page"
      data-page={name}
      data-role={role}
      data-pages={pagesHere(role, c.get('services')).join(' ')}
      data-language={language}
      data-site={site.hasOwnCalls ? 'own' : 'elsewhere'}
      data-items={site.hasOwnCalls && !hasProvider(config) ? 'own' : 'elsewhere'}
      data-gateway={gateway.checksSeen ? 'own' : 'elsewhere'}
    >
      <h1>{titles[name]}</h1>
      <noscript>
        <p className="admin-notice">{common.noScript}</p>
      </noscript>
      <div className="admin-waiting" role="status" aria-label={common.loading}>
        <i />
        <i />
        <i />
        <i />
      </div>
    </div>
  )
}

/** The policy of a staff page: our own files and calls, pictures of the GIFs' hosts; its styles are set by script alone. */
function adminPolicy(c: AppContext): string {
  const { config } = c.get('services')
  const origin = requestOrigin(c.req.url)
  const elsewhere = config.MEDIA_HOSTS.length > 0 ? config.MEDIA_HOSTS : ['https:']
  const pictures = [
    ...new Set([`${origin}/media/`, `${c.get('publicUrl')}/media/`]),
    ...(hasProvider(config) ? elsewhere : []),
  ]
  const images = [...pictures, 'data:', 'blob:']
  return ownPagePolicy({
    statics: `${origin}/static/`,
    images,
    media: [...pictures, 'blob:'],
    frame: "'none'",
  })
}

/** The address of a page that has moved, with the filters of the old one. */
function movedTo(path: string, { searchParams }: URL): string {
  const [pathname, filter] = path.split('?')
  const query = new URLSearchParams([...new URLSearchParams(filter), ...searchParams])
  // Of two, the old address's own is what was asked for.
  for (const name of new Set(searchParams.keys())) query.set(name, searchParams.get(name) ?? '')
  return query.size > 0 ? `${pathname}?${query}` : `${pathname}`
}

const notHere = () => new AppError('not-found', 'There is no such page')

/**
 * `/admin/{page}`: the frame of a staff page for its island. Without a session it leads to the sign-in; without the role it is
 * a 404. Within the frame, an address without a page is one too, and a page whose calls this installation does not have.
 */
export async function admin(c: AppContext): Promise<Response> {
  if (!isAdminHost(c)) throw notHere()
  const viewer = await pageViewer(c)
  if (!viewer) return signIn(c, '/login')
  if (viewer.needsFactor) return signIn(c, '/account/second-factor')
  if (viewer.role !== 'moderator' && viewer.role !== 'staff') throw notHere()
  if (c.req.path === '/admin' || c.req.path === '/admin/') {
    const [first] = pagesHere(viewer.role, c.get('services'))
    return c.redirect(languageLinks(c)(`/admin/${first}`), 303)
  }
  const moved = own(MOVED_PAGES, c.req.param('page') ?? '')
  if (moved) return c.redirect(languageLinks(c)(movedTo(`/admin/${moved}`, new URL(c.req.url))), 303)
  const name = adminPagesOf(viewer.role).find((each) => each === c.req.param('page'))
  c.set('lists', 'staff')
  return respond(c, name, viewer.role)
}

// The sign-in belongs to the embedded site: a site elsewhere has its own.
function signIn(c: AppContext, path: string): Response {
  if (!c.get('services').upstreams.site.hasAccounts) throw notHere()
  const { pathname, search } = new URL(c.req.url)
  return c.redirect(languageLinks(c)(`${path}?next=${encodeURIComponent(pathname + search)}`), 303)
}

function respond(
  c: AppContext,
  name: AdminPageName | undefined,
  role: AdminRole,
): Response | Promise<Response> {
  const language = c.get('language')
  const { common, titles } = FRAME_TEXTS[language]
  const isHere = name !== undefined && pagesHere(role, c.get('services')).includes(name)
  const title = name ? titles[name] : common.noPage
  c.status(isHere ? 200 : 404)
  return replyPage(
    c,
    isHere ? (
      <IslandPlace c={c} name={name} role={role} />
    ) : (
      <>
        <h1>{title}</h1>
        <p className="admin-notice">{name ? common.elsewhere : common.noPageText}</p>
      </>
    ),
    { head: { title: `${title} · ${common.title}` }, ...(name && { current: name }), role },
    { 'Content-Security-Policy': adminPolicy(c), 'Content-Language': language },
  )
}

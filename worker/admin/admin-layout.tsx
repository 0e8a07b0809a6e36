import { type Props, reactRenderer } from '@hono/react-renderer'
import type { ReactNode } from 'react'
import {
  ADMIN_GROUPS,
  ADMIN_PAGES,
  type AdminPageName,
  type AdminRole,
  adminPagesOf,
  hasAdminPage,
  SCHEME_COOKIE,
} from '../../shared/admin/admin-pages.ts'
import { cookieOf } from '../../shared/net/headers.ts'
import { ADMIN_TEXTS } from '../../shared/texts/admin/admin-texts.ts'
import type { AppContext } from '../http/context.ts'
import { languageLinks } from '../http/visitor.ts'
import { assets, themeOf } from '../render/document.ts'
import { DOCTYPE, HtmlDocument } from '../render/html-document.tsx'
import { installationOf } from './installation.ts'

declare module '@hono/react-renderer' {
  interface Props {
    /** The staff page that is open. */
    current?: AdminPageName
    /** Whose pages the navigation has. */
    role?: AdminRole
  }
}

type LayoutProps = Props & { c: AppContext; children: ReactNode }

/** The frame of the staff pages: a bar, the pages that the role may see here, the content. */
function AdminLayout({ c, head, current, role = 'moderator', children }: LayoutProps) {
  const language = c.get('language')
  const texts = ADMIN_TEXTS[language]
  const { common } = texts
  const to = languageLinks(c)
  const { config, upstreams } = c.get('services')
  const has = installationOf(c.get('services'))
  const pages = adminPagesOf(role).filter((name) => hasAdminPage(name, has))
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
        <a className="admin-brand" href={to('/admin')}>
          <img src="/static/icon.svg" alt="" width="28" height="28" />
          <span>{config.BRAND_NAME}</span>
          <small>{common.title}</small>
        </a>
        <div id="admin-scheme" />
        <button type="button" className="admin-menu" popoverTarget="admin-nav">
          {common.menu}
        </button>
      </header>
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
                        {texts[name].title}
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
          {upstreams.site.hasAccounts && (
            <li>
              <a href={to('/account')}>{common.account}</a>
            </li>
          )}
        </ul>
      </nav>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </HtmlDocument>
  )
}

/** Middleware: `c.render` behind it makes staff pages. */
export const adminLayout = reactRenderer(AdminLayout, { docType: DOCTYPE })

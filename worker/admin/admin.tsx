import { type AdminPageName, type AdminRole, adminPagesOf } from '../../shared/admin/admin-pages.ts'
import { AppError } from '../../shared/errors.ts'
import { ADMIN_TEXTS } from '../../shared/texts/admin/admin-texts.ts'
import { type AppContext, replyPage } from '../http/context.ts'
import { languageLinks } from '../http/visitor.ts'
import { pageViewer } from '../proxy/access.ts'
import { adminPolicy, IslandPlace, pagesHere } from './admin-layout.tsx'

const notHere = () => new AppError('not-found', 'There is no such page')

/**
 * `/admin/{page}`: the frame of a staff page for its island. Without a session it leads to the sign-in; without the role it is
 * a 404, as is a page whose calls this installation does not have, which says so.
 */
export async function admin(c: AppContext): Promise<Response> {
  const { ADMIN_HOST } = c.get('services').config
  if (ADMIN_HOST && new URL(c.req.url).host !== ADMIN_HOST.toLowerCase()) throw notHere()
  const viewer = await pageViewer(c)
  if (!viewer) return signIn(c)
  if (viewer.role !== 'moderator' && viewer.role !== 'staff') throw notHere()
  if (c.req.path === '/admin' || c.req.path === '/admin/') {
    const [first] = pagesHere(viewer.role, c.get('services'))
    return c.redirect(languageLinks(c)(`/admin/${first}`), 303)
  }
  const name = adminPagesOf(viewer.role).find((each) => each === c.req.param('page'))
  if (!name) throw notHere()
  return respond(c, name, viewer.role)
}

// The sign-in belongs to the embedded site: a site elsewhere has its own.
function signIn(c: AppContext): Response {
  if (!c.get('services').upstreams.site.hasAccounts) throw notHere()
  const { pathname, search } = new URL(c.req.url)
  return c.redirect(languageLinks(c)(`/login?next=${encodeURIComponent(pathname + search)}`), 303)
}

function respond(c: AppContext, name: AdminPageName, role: AdminRole): Response | Promise<Response> {
  const language = c.get('language')
  const { common, [name]: texts } = ADMIN_TEXTS[language]
  const isHere = pagesHere(role, c.get('services')).includes(name)
  c.status(isHere ? 200 : 404)
  return replyPage(
    c,
    isHere ? (
      <IslandPlace c={c} name={name} role={role} />
    ) : (
      <>
        <h1>{texts.title}</h1>
        <p className="admin-notice">{common.elsewhere}</p>
      </>
    ),
    { head: { title: `${texts.title} · ${common.title}` }, current: name, role },
    { 'Content-Security-Policy': adminPolicy(c), 'Content-Language': language },
  )
}

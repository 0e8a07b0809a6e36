import type { ReactElement, ReactNode } from 'react'
import { AppError, InputError } from '../../shared/errors.ts'
import { hex } from '../../shared/net/bytes.ts'
import { toItemView } from '../../shared/public/item-view.ts'
import { interpolate } from '../../shared/texts/languages.ts'
import type { PeopleTexts } from '../../shared/texts/people/en.data.ts'
import { peopleTextsIn } from '../../shared/texts/people/people-texts.ts'
import { DAY_S } from '../../shared/time.ts'
import { type AppContext, replyPage, viewerContext } from '../http/context.ts'
import { ownSetCookie, readCredentials } from '../http/credentials.ts'
import { toFailure } from '../http/errors.ts'
import { failureHeaders } from '../http/failure-response.ts'
import { languageLinks } from '../http/visitor.ts'
import { assertOwnForm, hasUploads, pageCall, readForm } from '../proxy/handle-call.ts'
import { pageContext, publicPolicy } from '../public/layout/page.ts'
import type { Viewer } from '../public/layout/public-layout.tsx'
import { assets } from '../render/document.ts'
import type { PageHead } from '../render/html-document.tsx'
import { assertConfigured } from '../upstreams/send.ts'

/** The fields of a form that was sent. */
export type Fields = Readonly<Record<string, string>>

/** As long as a session (`docs/threats.md`, Headers), in s. */
const CSRF_S = 30 * DAY_S

/** What a page of people is drawn from. */
export type PageState = {
  c: AppContext
  texts: PeopleTexts
  brand: string
  /** Makes a link keep the language that the visitor chose. */
  to: (path: string) => string
  /** What the page's forms repeat. */
  csrf: string
  isSignedIn: boolean
  /** Who it is; null for a visitor. */
  viewer: Viewer
  /** A form that was posted and failed. */
  sent: { fields: Fields; error: AppError } | undefined
  /** What a call has returned that is shown once. */
  shownOnce: Readonly<Record<string, string>> | undefined
}

/** A page's content, or the path where it leads instead. */
export type Drawn =
  | {
      title: string
      content: ReactElement
      scripts?: PageHead['scripts']
      /** Further styles, by the names of the build. */
      styles?: readonly (keyof typeof assets.styles)[]
    }
  | { redirect: string }

/** After a form: the path to go to, or what this one response displays. */
export type Outcome = { cookies?: readonly string[] } & (
  | { redirect: string }
  | { shownOnce: Readonly<Record<string, string>> }
)

type PeoplePage = {
  draw: (page: PageState) => Drawn | Promise<Drawn>
  /** Where the page has no place here, and what it says then. */
  elsewhere?: { is: (c: AppContext) => boolean; title: keyof PeopleTexts; text: keyof PeopleTexts }
} & (Submits | Receives)

type Act = (c: AppContext, fields: Fields) => Promise<Outcome>
type Receive = (c: AppContext, note: (fields: Fields) => void) => Promise<Outcome>
type Submits = { submit: Act; receive?: Receive }
/**
 * For a form that is not read whole: a file's, where the page has others too. It notes the fields that the page shows again
 * if it fails.
 */
type Receives = { receive: Receive; submit?: never }

/** What follows a call that a form has made: a path, and the call's cookies. */
export const leadTo =
  (redirect: string) =>
  ({ cookies }: { cookies: readonly string[] }): Outcome => ({ redirect, cookies })

/** Likewise, a response that displays what is in no URL. */
export const showOnce =
  (shownOnce: Readonly<Record<string, string>>) =>
  ({ cookies }: { cookies: readonly string[] }): Outcome => ({ shownOnce, cookies })

/** What the forms of a page do, by their names. @throws AppError 'invalid-input' for any other form */
export const byForm =
  (acts: Readonly<Record<string, Act>>): Act =>
  async (c, { form = '', ...fields }) => {
    const act = Object.hasOwn(acts, form) ? acts[form] : undefined
    if (!act) throw new AppError('invalid-input', 'There is no such form')
    return act(c, fields)
  }

/** The checkbox of a form that deletes. @throws InputError where it is not checked */
export function assertSure({ sure }: Fields): void {
  if (sure !== 'true') throw new InputError('No one has confirmed it', { sure: 'must be confirmed' })
}

/** Accounts exist only where the site is embedded. */
export const ACCOUNTS_ELSEWHERE = {
  is: (c: AppContext) => !c.get('services').upstreams.site.hasAccounts,
  title: 'elsewhereTitle',
  text: 'elsewhereText',
} as const

/** Uploads, and what people have of them, exist only where the library is ours too. */
export const UPLOADS_ELSEWHERE = {
  is: (c: AppContext) => !hasUploads(c),
  title: 'noUploadsTitle',
  text: 'noUploadsText',
} as const

/**
 * A page with forms: GET draws it, POST makes the form's call. A good form ends in a 303; a bad one is drawn again with
 * what was typed and the failure's status. A request from another origin gets an error page.
 */
export function peoplePage({ draw, elsewhere, ...page }: PeoplePage) {
  const drawElsewhere = (c: AppContext) => {
    assertConfigured(c.get('services').upstreams.site)
    return elsewhere?.is(c) ? elsewherePage(elsewhere) : undefined
  }
  const receive: Receive = async (c, note) => {
    if (!page.submit) return page.receive(c, note)
    if (page.receive && isMultipart(c)) return page.receive(c, note)
    const fields = await readForm(c)
    note(fields)
    return page.submit(c, fields)
  }
  return {
    async GET(c: AppContext): Promise<Response> {
      const missing = drawElsewhere(c)
      return missing ? respond(c, missing, {}, 404) : respond(c, draw, {})
    },
    async POST(c: AppContext): Promise<Response> {
      const missing = drawElsewhere(c)
      if (missing) return respond(c, missing, {}, 404)
      assertOwnForm(c)
      let fields: Fields = {}
      const note = (noted: Fields) => {
        fields = noted
      }
      try {
        return await finish(c, draw, await receive(c, note))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return refuse(c, draw, { fields, error })
      }
    },
  }
}

const isMultipart = (c: AppContext) => c.req.header('Content-Type')?.startsWith('multipart/') === true

/** Draws a page for who is signed in; others are led to sign in, and back. */
export const forPerson =
  (draw: (page: PageState) => Drawn | Promise<Drawn>) =>
  (page: PageState): Drawn | Promise<Drawn> =>
    page.isSignedIn ? draw(page) : { redirect: `/login?next=${encodeURIComponent(page.c.req.path)}` }

type Draw = PeoplePage['draw']

function finish(c: AppContext, draw: Draw, outcome: Outcome): Response | Promise<Response> {
  for (const cookie of outcome.cookies ?? []) c.header('Set-Cookie', cookie, { append: true })
  if ('shownOnce' in outcome) return respond(c, draw, { shownOnce: outcome.shownOnce }, 201)
  return c.redirect(languageLinks(c)(outcome.redirect), 303)
}

/** A page that says what failed before anything was posted to it. */
export const toFailedPage = (c: AppContext, draw: Draw, error: AppError): Promise<Response> =>
  refuse(c, draw, { fields: {}, error })

function refuse(c: AppContext, draw: Draw, sent: NonNullable<PageState['sent']>): Promise<Response> {
  const failure = toFailure(sent.error)
  return respond(c, draw, { sent }, failure.status, failureHeaders(sent.error, failure, 'people'))
}

async function respond(
  c: AppContext,
  draw: Draw,
  { sent, shownOnce }: Partial<Pick<PageState, 'sent' | 'shownOnce'>>,
  status: 200 | 201 | ReturnType<typeof toFailure>['status'] = 200,
  headers: Record<string, string> = {},
): Promise<Response> {
  const language = c.get('language')
  const visitor = await visitorOf(c)
  const drawn = await draw({
    c,
    texts: peopleTextsIn(language),
    brand: c.get('services').settings.current.name,
    to: languageLinks(c),
    ...visitor,
    sent,
    shownOnce,
  })
  if ('redirect' in drawn) return c.redirect(languageLinks(c)(drawn.redirect), 303)
  c.status(status)
  const styles = (['people', ...(drawn.styles ?? [])] as const).map((name) => ({
    rel: 'stylesheet',
    href: assets.styles[name],
  }))
  return replyPage(
    c,
    drawn.content,
    {
      name: 'people',
      viewer: visitor.viewer,
      head: {
        title: drawn.title,
        noindex: true,
        links: styles,
        scripts: ['people', ...(drawn.scripts ?? [])],
      },
    },
    {
      'Content-Security-Policy': publicPolicy(c, [`${c.get('publicUrl')}/media/`]),
      'Content-Language': language,
      ...headers,
    },
  )
}

/**
 * Who looks at a page, and the token of its forms: the session's own, else the browser's, else a new one. A cookie that
 * differs is set.
 */
async function visitorOf(c: AppContext): Promise<Pick<PageState, 'csrf' | 'isSignedIn' | 'viewer'>> {
  const publicUrl = c.get('publicUrl')
  const { session, csrf: sent } = readCredentials(c.req.raw.headers, publicUrl)
  const check = session && c.get('services').identify ? await pageCall(c, 'loginCheck', {}) : undefined
  const own = check?.csrf
  const user = own === undefined ? undefined : check?.body.user
  const csrf = own ?? sent ?? hex(crypto.getRandomValues(new Uint8Array(32)))
  const cookie = csrf === sent ? undefined : ownSetCookie(`csrftoken=${csrf}; Max-Age=${CSRF_S}`, publicUrl)
  if (cookie) c.header('Set-Cookie', cookie, { append: true })
  const viewer = user ? { id: String(user.id), name: user.display_name || user.username } : null
  return { csrf, isSignedIn: own !== undefined, viewer }
}

const elsewherePage =
  ({ title, text }: NonNullable<PeoplePage['elsewhere']>): Draw =>
  ({ texts, brand }) => ({
    title: texts[title],
    content: (
      <div className="panel">
        <h1>{texts[title]}</h1>
        <p className="note panel-text">{interpolate(texts[text], { brand })}</p>
      </div>
    ),
  })

/** What a page says after a form: the names that `?done=` may have. */
const DONE = {
  'signed-out': 'signedOut',
  reset: 'passwordReset',
  confirmed: 'confirmed',
  deleted: 'deleted',
  sent: 'forgotSent',
  saved: 'saved',
  email: 'emailSent',
  'email-canceled': 'emailCanceled',
  password: 'passwordChanged',
  session: 'sessionEnded',
  token: 'tokenDeleted',
  gif: 'gifDeleted',
  removed: 'removed',
} as const satisfies Record<string, keyof PeopleTexts>

const isDone = (name: string): name is keyof typeof DONE => Object.hasOwn(DONE, name)

/** What the form before has done, said once. */
export function Done({ page: { c, texts, sent } }: { page: PageState }) {
  const done = c.req.query('done') ?? ''
  if (sent || !isDone(done)) return null
  return (
    <p className="said" role="status">
      {texts[DONE[done]]}
    </p>
  )
}

/** An item as its reader may see it, and what its page is drawn from. @throws as the provider's `gif` */
export async function readShown({ c }: PageState, id: string) {
  const context = pageContext(c)
  const { gif } = await c.get('services').provider.gif(id, viewerContext(c))
  return { context, view: toItemView(gif, context) }
}

type Props = { page: PageState; title: string; text?: string | undefined; children?: ReactNode }

/** The one thing of a page: its headline, a sentence, and its form. */
export const Panel = ({ page, title, text, children }: Props) => (
  <div className="panel">
    <h1>{title}</h1>
    <Done page={page} />
    {text && <p className="note panel-text">{text}</p>}
    {children}
  </div>
)

import type { ReactNode } from 'react'
import type { ErrorKind } from '../../shared/errors.ts'
import { SITE_TEXT_PATHS } from '../../shared/schema/own/rules.ts'
import { interpolate } from '../../shared/texts/languages.ts'
import type { PeopleTexts } from '../../shared/texts/people/en.data.ts'
import { SITE_TEXT_NAMES } from '../../shared/texts/public/site-text-names.ts'
import type { AppContext } from '../http/context.ts'
import { pageCall } from '../proxy/handle-call.ts'
import { BY_PASSKEY, SECOND_STEP } from './factor-forms.ts'
import { PostForm } from './form.tsx'
import {
  CONFIRM,
  CONFIRM_ANEW,
  FORGOT,
  type FormRow,
  PASSWORD_AGAIN,
  REGISTER,
  RESEND,
  RESET,
  SIGN_IN,
  SIGN_IN_AFTER,
  SIGN_IN_BY_LINK,
} from './form-rows.ts'
import {
  ACCOUNTS_ELSEWHERE,
  type Drawn,
  leadTo,
  type PageState,
  Panel,
  peoplePage,
  showOnce,
} from './people-page.tsx'
import { drawSecondStep, hasPasskeys, PasskeyForm, signInBy } from './second-step.tsx'

const HOME = '/account'

type Words = keyof PeopleTexts
type PanelParts = { text?: Words; above?: ReactNode; below?: ReactNode; others?: ReactNode; action?: string }

/** A page of one form: its headline, a text, what is above the form, and links to what else there is. */
const drawPanel = (
  page: PageState,
  title: Words,
  row: FormRow,
  { text, above, below, others, action }: PanelParts,
) => ({
  title: page.texts[title],
  content: (
    <Panel page={page} title={page.texts[title]} text={text && page.texts[text]}>
      {above}
      <PostForm page={page} row={row} {...(action && { action })} />
      {below}
      {others && <p className="others">{others}</p>}
    </Panel>
  ),
})

const Leading = ({ page, path, text }: { page: PageState; path: string; text: Words }) => (
  <a href={page.to(path)}>{page.texts[text]}</a>
)

/**
 * `/login`: by name and password; the password alone again with `?confirm=`, for what wants a fresh sign-in; or by a link with a token, which a
 * mail scanner that opens it does not use up.
 */
export const signInPage = peoplePage({
  elsewhere: ACCOUNTS_ELSEWHERE,
  draw(page): Drawn {
    const { c, texts, isSignedIn } = page
    if (c.req.query('token') !== undefined) {
      const byLink = drawPanel(page, 'linkTitle', SIGN_IN_BY_LINK, { text: 'linkText' })
      return { ...byLink, title: texts.signIn }
    }
    if (!isSignedIn && c.req.query('second') !== undefined) return drawSecondStep(page)
    if (isSignedIn && c.req.query('confirm') !== undefined) {
      return drawPanel(page, 'passwordAgainTitle', PASSWORD_AGAIN, { text: 'passwordAgainText' })
    }
    if (isSignedIn) return { redirect: ownTarget(c.req.query('next'), HOME) }
    return drawSignIn(page)
  },
  submit(c, { form, username, password, code, credential }) {
    const token = c.req.query('token')
    const next = ownTarget(c.req.query('next'), HOME)
    if (form === PASSWORD_AGAIN.name) return pageCall(c, 'confirmSession', { password }).then(leadTo(next))
    if (form === SECOND_STEP.name) return signInBy(c, { code: code || '-' }, next)
    if (form === BY_PASSKEY.name) return signInBy(c, { credential: credential || '-' }, next)
    return signInBy(c, token === undefined ? { username, password } : { token }, next)
  },
})

/** Whether people may sign in by an issuer (T64). */
export function hasIssuer(c: AppContext): boolean {
  const { config, issuerAccounts } = c.get('services')
  return config.OIDC_ISSUER !== '' && config.OIDC_CLIENT_ID !== '' && issuerAccounts !== undefined
}

const ISSUER_PATH = '/login/oidc'

function IssuerLink({ page }: { page: PageState }) {
  const { c, texts } = page
  const { hostname } = new URL(c.get('services').config.OIDC_ISSUER)
  const kept = Object.entries({ next: c.req.query('next'), invite: c.req.query('invite') })
  const query = new URLSearchParams(kept.flatMap(([name, value]) => (value ? [[name, value]] : [])))
  const path = query.size > 0 ? `${ISSUER_PATH}?${query}` : ISSUER_PATH
  return (
    <a className="act quiet by-issuer" href={page.to(path)}>
      {interpolate(texts.signInBy, { issuer: hostname })}
    </a>
  )
}

/**
 * The form of `/login`, and what else there is.
 * @param failed what a sign-in by the issuer has ended in: where it wants the password once, it goes on behind it
 */
export function drawSignIn(page: PageState, failed?: ErrorKind) {
  const byIssuer = hasIssuer(page.c)
  const others = (
    <>
      {byIssuer && <IssuerLink page={page} />}
      <Leading page={page} path="/password" text="forgot" />
      {rulesOf(page).registration !== 'closed' && (
        <span>
          {page.texts.newHere} <Leading page={page} path="/register" text="register" />
        </span>
      )}
    </>
  )
  const below = hasPasskeys(page.c) && <PasskeyForm page={page} />
  if (failed === undefined) {
    return { ...drawPanel(page, 'signIn', SIGN_IN, { below, others }), scripts: ['passkeys'] as const }
  }
  const action = page.to(failed === 'conflict' ? `/login?next=${ISSUER_PATH}` : '/login')
  return drawPanel(page, 'signIn', SIGN_IN_AFTER, { others, action })
}

const CONFIRM_PATH = '/register/confirm'

/** Where to look for the mailed link; whose address it went to is shown once, and in no URL. */
function drawMail(page: PageState): Drawn {
  const { texts, shownOnce, to } = page
  const email = shownOnce?.email ?? ''
  const [before = '', after = ''] = texts.mailTo.split('{email}')
  return {
    title: texts.mailTitle,
    content: (
      <Panel page={page} title={texts.mailTitle}>
        {email && (
          <p className="panel-text">
            {before}
            <strong>
              <bdi>{email}</bdi>
            </strong>
            {after} <a href={to('/register')}>{texts.mailChange}</a>
          </p>
        )}
        <p className="note panel-text">{texts.mailText}</p>
        <hr />
        <p className="note">{texts.resendText}</p>
        <PostForm page={page} row={RESEND} values={{ email }} action={to(CONFIRM_PATH)} />
      </Panel>
    ),
  }
}

const rulesOf = ({ c }: PageState) => c.get('services').settings.current

/** Why no one, or not this visitor, may register; undefined where they may try. */
function closedText(page: PageState): string | undefined {
  const { c, texts, brand } = page
  const { registration } = rulesOf(page)
  if (registration === 'closed') return interpolate(texts.registerClosed, { brand })
  if (registration === 'open' || c.req.query('invite')) return undefined
  return interpolate(texts.registerInvite, { brand })
}

/** Links to the texts of the installation that who registers should know. */
function ToRead({ page }: { page: PageState }) {
  const { c, texts, to } = page
  const language = c.get('language')
  const there = (['rules', 'terms', 'privacy'] as const).filter((name) => rulesOf(page).texts.includes(name))
  const links = new Map(there.map((name) => [SITE_TEXT_NAMES[language][name], to(SITE_TEXT_PATHS[name])]))
  if (links.size === 0) return null
  return (
    <p className="note panel-text">
      {`${texts.registerRead} `}
      {new Intl.ListFormat(language).formatToParts(links.keys()).map(({ type, value }) =>
        type === 'literal' ? (
          value
        ) : (
          <a key={value} href={links.get(value)}>
            {value}
          </a>
        ),
      )}
    </p>
  )
}

/**
 * `/register`: a new account, by the link of an invitation where it needs one. The response never tells whether the address
 * has one already (T33).
 */
export const registerPage = peoplePage({
  draw(page): Drawn {
    if (page.isSignedIn) return { redirect: HOME }
    if (page.shownOnce) return drawMail(page)
    const { texts } = page
    const closed = closedText(page)
    const others = hasSignIn(page) && (
      <span>
        {page.texts.haveAccount} <Leading page={page} path="/login" text="signIn" />
      </span>
    )
    if (closed !== undefined) {
      const content = (
        <Panel page={page} title={texts.register} text={closed}>
          {others && <p className="others">{others}</p>}
        </Panel>
      )
      return { title: texts.register, content }
    }
    const ways = (
      <>
        {hasIssuer(page.c) && <IssuerLink page={page} />}
        {others}
      </>
    )
    return drawPanel(page, 'register', REGISTER, { above: <ToRead page={page} />, others: ways })
  },
  submit: (c, { username, email = '', password }) =>
    pageCall(c, 'register', { username, email, password, invite: c.req.query('invite') }).then(
      showOnce({ email }),
    ),
})

const hasSignIn = ({ c }: Pick<PageState, 'c'>) => c.get('services').upstreams.site.hasAccounts

/** T54: the link was opened in another browser than the one that registered: it takes a new password. */
const isAnother = ({ sent }: PageState) =>
  sent !== undefined && 'detail' in sent.error && 'new' in (sent.error.detail as object)

/** `/register/confirm`: the mailed link, or where to look for it. */
export const confirmPage = peoplePage({
  draw(page) {
    const { c, texts, sent } = page
    if (c.req.query('token') !== undefined) {
      const others = sent && <Leading page={page} path={CONFIRM_PATH} text="resend" />
      return isAnother(page)
        ? drawPanel(page, 'confirmTitle', CONFIRM_ANEW, { text: 'confirmNewText', others })
        : drawPanel(page, 'confirmTitle', CONFIRM, { text: 'confirmText', others })
    }
    if (c.req.query('done') !== 'confirmed') return drawMail(page)
    const link = hasSignIn(page) && <Leading page={page} path="/login" text="signIn" />
    return {
      title: texts.confirmed,
      content: (
        <div className="panel">
          <h1>{texts.confirmed}</h1>
          {link && <p className="others">{link}</p>}
        </div>
      ),
    }
  },
  submit(c, { email = '', new: password }) {
    const token = c.req.query('token')
    return token === undefined
      ? pageCall(c, 'registerResend', { email }).then(showOnce({ email }))
      : pageCall(c, 'registerConfirm', { token, new: password }).then((done) =>
          // The account is signed in, but for a new address, or one of a site elsewhere.
          leadTo(`${hasSignIn({ c }) && done.cookies.length > 0 ? HOME : CONFIRM_PATH}?done=confirmed`)(done),
        )
  },
})

/** `/password`: a link to a new one, and the new one behind the link. It never tells whether there is an account (T33). */
export const passwordPage = peoplePage({
  elsewhere: ACCOUNTS_ELSEWHERE,
  draw(page) {
    if (page.c.req.query('token') !== undefined) {
      const others = page.sent && <Leading page={page} path="/password" text="forgotGo" />
      return drawPanel(page, 'newPasswordTitle', RESET, { others })
    }
    const others = <Leading page={page} path="/login" text="backToSignIn" />
    return drawPanel(page, 'forgot', FORGOT, { text: 'forgotText', others })
  },
  submit(c, { email, new: password }) {
    const token = c.req.query('token')
    return token === undefined
      ? pageCall(c, 'resetPassword', { email }).then(leadTo('/password?done=sent'))
      : pageCall(c, 'confirmReset', { token, new: password }).then(leadTo('/login?done=reset'))
  },
})

const HERE = 'https://here.invalid'
const MAX_CHARS = 2048

/**
 * Where to go after a form: the path that `next` names, if it is on this site (T6), else `fallback`. What counts is what a
 * browser makes of it: `/\evil.test` and `/.//evil.test` are other hosts.
 */
export function ownTarget(next: string | undefined, fallback: string): string {
  if (!next?.startsWith('/') || next.length > MAX_CHARS) return fallback
  const url = URL.parse(next, HERE)
  if (url?.origin !== HERE || url.pathname.startsWith('//')) return fallback
  return url.pathname + url.search + url.hash
}

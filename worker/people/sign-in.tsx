import { pageCall } from '../proxy/handle-call.ts'
import { Form } from './form.tsx'
import { CONFIRM, FORGOT, REGISTER, RESEND, RESET, SIGN_IN, SIGN_IN_BY_LINK } from './form-rows.ts'
import { ACCOUNTS_ELSEWHERE, type PageState, Panel, peoplePage } from './people-page.tsx'

const HOME = '/account'

/** `/login`: by name and password, or by a link with a token, which a mail scanner that opens it does not use up. */
export const signInPage = peoplePage({
  elsewhere: ACCOUNTS_ELSEWHERE,
  draw(page) {
    const { c, texts, isSignedIn } = page
    const isByLink = c.req.query('token') !== undefined
    if (isSignedIn && !isByLink) return { redirect: ownTarget(c.req.query('next'), HOME) }
    return { title: texts.signIn, content: isByLink ? <ByLink page={page} /> : <ByPassword page={page} /> }
  },
  async submit(c, { username, password }) {
    const token = c.req.query('token')
    const { cookies } = await pageCall(c, 'login', token === undefined ? { username, password } : { token })
    return { redirect: ownTarget(c.req.query('next'), HOME), cookies }
  },
})

const ByLink = ({ page }: { page: PageState }) => (
  <Panel page={page} title={page.texts.linkTitle} text={page.texts.linkText}>
    <Form page={page} row={SIGN_IN_BY_LINK} />
  </Panel>
)

const ByPassword = ({ page }: { page: PageState }) => (
  <Panel page={page} title={page.texts.signIn}>
    <Form page={page} row={SIGN_IN} />
    <p className="others">
      <a href={page.to('/password')}>{page.texts.forgot}</a>
      <span>
        {page.texts.newHere} <a href={page.to('/register')}>{page.texts.register}</a>
      </span>
    </p>
  </Panel>
)

const CONFIRM_PATH = '/register/confirm'

/** `/register`: a new account. The response never tells whether the address has one already (T33). */
export const registerPage = peoplePage({
  draw(page) {
    const { texts, to, isSignedIn } = page
    if (isSignedIn) return { redirect: '/account' }
    return {
      title: texts.register,
      content: (
        <Panel page={page} title={texts.register}>
          <Form page={page} row={REGISTER} />
          {hasSignIn(page) && (
            <p className="others">
              <span>
                {texts.haveAccount} <a href={to('/login')}>{texts.signIn}</a>
              </span>
            </p>
          )}
        </Panel>
      ),
    }
  },
  async submit(c, { username, email, password }) {
    const { cookies } = await pageCall(c, 'register', { username, email, password })
    return { redirect: CONFIRM_PATH, cookies }
  },
})

const hasSignIn = ({ c }: PageState) => c.get('services').upstreams.site.hasAccounts

/** `/register/confirm`: the mailed link, or where to look for it. */
export const confirmPage = peoplePage({
  draw(page) {
    const { c, texts, to } = page
    if (c.req.query('token') !== undefined) {
      return { title: texts.confirmTitle, content: <ConfirmPanel page={page} /> }
    }
    if (c.req.query('done') !== 'confirmed')
      return { title: texts.mailTitle, content: <MailPanel page={page} /> }
    const link = hasSignIn(page) && <a href={to('/login')}>{texts.signIn}</a>
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
  async submit(c, { email }) {
    const token = c.req.query('token')
    if (token !== undefined) {
      const { cookies } = await pageCall(c, 'registerConfirm', { token })
      return { redirect: `${CONFIRM_PATH}?done=confirmed`, cookies }
    }
    const { cookies } = await pageCall(c, 'registerResend', { email })
    return { redirect: CONFIRM_PATH, cookies }
  },
})

const ConfirmPanel = ({ page }: { page: PageState }) => (
  <Panel page={page} title={page.texts.confirmTitle} text={page.texts.confirmText}>
    <Form page={page} row={CONFIRM} />
    {page.sent && (
      <p className="others">
        <a href={page.to(CONFIRM_PATH)}>{page.texts.resend}</a>
      </p>
    )}
  </Panel>
)

const MailPanel = ({ page }: { page: PageState }) => (
  <Panel page={page} title={page.texts.mailTitle} text={page.texts.mailText}>
    <hr />
    <p className="note">{page.texts.resendText}</p>
    <Form page={page} row={RESEND} />
  </Panel>
)

/** `/password`: a link to a new one, and the new one behind the link. It never tells whether there is an account (T33). */
export const passwordPage = peoplePage({
  elsewhere: ACCOUNTS_ELSEWHERE,
  draw(page) {
    const { c, texts } = page
    if (c.req.query('token') !== undefined) {
      return { title: texts.newPasswordTitle, content: <ResetPanel page={page} /> }
    }
    return { title: texts.forgot, content: <ForgotPanel page={page} /> }
  },
  async submit(c, { email, new: password }) {
    const token = c.req.query('token')
    if (token === undefined) {
      const { cookies } = await pageCall(c, 'resetPassword', { email })
      return { redirect: '/password?done=sent', cookies }
    }
    const { cookies } = await pageCall(c, 'confirmReset', { token, new: password })
    return { redirect: '/login?done=reset', cookies }
  },
})

const ResetPanel = ({ page }: { page: PageState }) => (
  <Panel page={page} title={page.texts.newPasswordTitle}>
    <Form page={page} row={RESET} />
    {page.sent && (
      <p className="others">
        <a href={page.to('/password')}>{page.texts.forgotGo}</a>
      </p>
    )}
  </Panel>
)

const ForgotPanel = ({ page }: { page: PageState }) => (
  <Panel page={page} title={page.texts.forgot} text={page.texts.forgotText}>
    <Form page={page} row={FORGOT} />
    <p className="others">
      <a href={page.to('/login')}>{page.texts.backToSignIn}</a>
    </p>
  </Panel>
)

const HERE = 'https://here.invalid'
const MAX = 2048

/**
 * Where to go after a form: the path that `next` names, if it is on this site (T6), else `fallback`. What counts is what a
 * browser makes of it: `/\evil.test` and `/.//evil.test` are other hosts.
 */
export function ownTarget(next: string | undefined, fallback: string): string {
  if (!next?.startsWith('/') || next.length > MAX) return fallback
  const url = URL.parse(next, HERE)
  if (url?.origin !== HERE || url.pathname.startsWith('//')) return fallback
  return url.pathname + url.search + url.hash
}

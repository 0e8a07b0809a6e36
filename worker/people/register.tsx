import { pageCall } from '../proxy/page-call.ts'
import { Form } from './form.tsx'
import { CONFIRM, REGISTER, RESEND } from './form-rows.ts'
import { Panel } from './panel.tsx'
import { type PageState, peoplePage } from './people-page.tsx'

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

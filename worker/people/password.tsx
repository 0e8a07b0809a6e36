import { pageCall } from '../proxy/page-call.ts'
import { Form } from './form.tsx'
import { FORGOT, RESET } from './form-rows.ts'
import { Panel } from './panel.tsx'
import { ACCOUNTS_ELSEWHERE, type PageState, peoplePage } from './people-page.tsx'

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

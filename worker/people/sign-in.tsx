import { pageCall } from '../proxy/page-call.ts'
import { Form } from './form.tsx'
import { SIGN_IN, SIGN_IN_BY_LINK } from './form-rows.ts'
import { ownTarget } from './own-target.ts'
import { Panel } from './panel.tsx'
import { ACCOUNTS_ELSEWHERE, type PageState, peoplePage } from './people-page.tsx'

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

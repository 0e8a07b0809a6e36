import { SecondFactorError } from '../../shared/server/second-factor-error.ts'
import { type AppContext, requestOrigin } from '../http/context.ts'
import { ownSetCookie } from '../http/credentials.ts'
import { pageCall } from '../proxy/handle-call.ts'
import { BY_PASSKEY, SECOND_STEP } from './factor-forms.ts'
import { PostForm } from './form.tsx'
import { leadTo, type Outcome, type PageState, Panel } from './people-page.tsx'

export const FACTORS_PATH = '/account/second-factor'

/** Where passkeys can be used: they belong to the public address (T73). */
export const hasPasskeys = (c: AppContext): boolean => requestOrigin(c.req.url) === c.get('publicUrl')

/** A form that a browser fills in with a passkey; without its script, or where it has none, it isn't shown. */
export const PasskeyForm = ({ page }: { page: PageState }) => (
  <PostForm page={page} row={BY_PASSKEY} className="by-passkey" data={{ 'data-passkey': '' }}>
    <input type="hidden" name="credential" />
    <p className="problem" role="alert" hidden>
      {page.texts.passkeyFailed}
    </p>
  </PostForm>
)

/** The page of a sign-in whose password was right (T72). `?second=` has the kinds of factors that the person has. */
export function drawSecondStep(page: PageState) {
  const { c, texts } = page
  const kinds = c.req.query('second') ?? ''
  const next = c.req.query('next')
  const again = next === undefined ? '/login' : `/login?${new URLSearchParams({ next })}`
  return {
    title: texts.secondFactor,
    scripts: ['passkeys'] as const,
    content: (
      <Panel page={page} title={texts.secondFactor} text={texts.secondText}>
        <PostForm page={page} row={SECOND_STEP} />
        {kinds.includes('passkey') && hasPasskeys(c) && <PasskeyForm page={page} />}
        <p className="others">
          <a href={page.to(again)}>{texts.backToSignIn}</a>
        </p>
      </Panel>
    ),
  }
}

/** Signs in by what a form has; without its second step, leads there. @param next where to go once it's done */
export async function signInBy(
  c: AppContext,
  fields: Record<string, string | undefined>,
  next: string,
): Promise<Outcome> {
  try {
    const made = await pageCall(c, 'login', fields)
    const goes = made.body.needs_second_factor ? `${FACTORS_PATH}?${new URLSearchParams({ next })}` : next
    return leadTo(goes)(made)
  } catch (error) {
    if (!(error instanceof SecondFactorError)) throw error
    const query = new URLSearchParams({ second: error.detail.factors, next })
    const cookie = ownSetCookie(error.begun, c.get('publicUrl'))
    return { redirect: `/login?${query}`, cookies: cookie ? [cookie] : [] }
  }
}

import { pageCall } from '../proxy/handle-call.ts'
import { agentName, Top } from './account-parts.tsx'
import {
  ACCOUNTS_ELSEWHERE,
  byForm,
  type Drawn,
  forPerson,
  type PageState,
  peoplePage,
} from './people-page.tsx'
import { hasPasskeys } from './second-step.tsx'
import { ownTarget } from './sign-in.tsx'

/** `/account/second-factor`: a person's app, passkeys, and recovery codes (T72–T74), drawn by its script. */
export const secondFactorPage = peoplePage({
  elsewhere: ACCOUNTS_ELSEWHERE,
  draw: forPerson(draw),
  submit: byForm({}),
})

async function draw(page: PageState): Promise<Drawn> {
  const { c, texts, brand, csrf, to } = page
  const { username, has_password } = (await pageCall(c, 'user', { id: 'self' })).body
  const next = ownTarget(c.req.query('next'), '')
  const given = {
    csrf,
    brand,
    username,
    hasPassword: has_password,
    hasPasskeys: hasPasskeys(c),
    browser: agentName(c.req.header('User-Agent') ?? ''),
    next: next && to(next),
  }
  return {
    title: texts.secondFactor,
    scripts: ['second'],
    content: (
      <>
        <Top page={page} title={texts.secondFactor} links={[['/account', texts.account]]} />
        <div id="second-factor" data-given={JSON.stringify(given)} />
        <noscript>
          <p className="said">{texts.secondScript}</p>
        </noscript>
      </>
    ),
  }
}

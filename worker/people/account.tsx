import { AppError } from '../../shared/errors.ts'
import { TOKEN_SCOPES } from '../../shared/schema/choices.ts'
import { interpolate } from '../../shared/texts/languages.ts'
import { isAdminHost } from '../http/admin-host.ts'
import { hasUploads, pageCall } from '../proxy/handle-call.ts'
import { Section, Sessions, Tokens, Top } from './account-parts.tsx'
import { DigestSection, digestForm } from './digest.tsx'
import { PostForm } from './form.tsx'
import {
  CANCEL_EMAIL,
  CHANGE_PASSWORD,
  DELETE_ACCOUNT,
  FIRST_PASSWORD,
  NEW_EMAIL,
  PROFILE,
  SIGN_OUT,
} from './form-rows.ts'
import { ownGifsSection } from './own-gifs.tsx'
import { Pictures, receiveOwnPicture, removePictures } from './own-pictures.tsx'
import { ACCOUNTS_ELSEWHERE, byForm, type Drawn, leadTo, type PageState, peoplePage } from './people-page.tsx'
import { FACTORS_PATH } from './second-step.tsx'

const SELF = { id: 'self' }

/** What else a person has. */
const PARTS = [
  { path: '/account/channels', name: 'ownChannels', ofUploads: false },
  { path: '/account/stories', name: 'ownStories', ofUploads: false },
  { path: '/account/figures', name: 'figures', ofUploads: true },
  { path: '/account/follows', name: 'follows', ofUploads: false },
  { path: FACTORS_PATH, name: 'secondFactor', ofUploads: false },
] as const

/** `/account`: a person's profile, password, sessions and tokens; the way out of them all. */
export const accountPage = peoplePage({
  elsewhere: ACCOUNTS_ELSEWHERE,
  draw: (page) => (page.isSignedIn ? drawAccount(page) : { redirect: '/login?next=/account' }),
  receive: receiveOwnPicture,
  submit: byForm({
    ...removePictures,
    ...digestForm,
    profile(c, { display_name, description, website_url }) {
      // An empty address is no address: the call has no word for it but leaving it out.
      const website = website_url ? { website_url } : {}
      const profile = { ...SELF, display_name, description, ...website }
      return pageCall(c, 'updateUser', profile).then(leadTo('/account?done=saved'))
    },
    email: (c, { email, password }) =>
      withPassword(c, password, () => pageCall(c, 'updateUser', { ...SELF, email }, password)).then(
        leadTo('/account?done=email'),
      ),
    'cancel-email': (c) => pageCall(c, 'cancelNewAddress', {}).then(leadTo('/account?done=email-canceled')),
    again: (c, { password }) => pageCall(c, 'confirmSession', { password }).then(leadTo('/account#tokens')),
    password: (c, { current, new: password }) =>
      withPassword(c, current, () => pageCall(c, 'changePassword', { current, new: password })).then(
        leadTo('/account?done=password'),
      ),
    // The call wants one, and has nothing to compare it with.
    'first-password': (c, { new: password }) =>
      pageCall(c, 'changePassword', { current: 'none', new: password }).then(
        leadTo('/account?done=password'),
      ),
    'end-session': (c, { id }) => pageCall(c, 'endSession', { id }).then(leadTo('/account?done=session')),
    async token(c, { name, ...ticked }) {
      const scopes = TOKEN_SCOPES.filter((scope) => ticked[`scopes-${scope}`] === 'true')
      // A form without the choice leaves it to the call.
      const { body } = await pageCall(c, 'createToken', { name, ...(ticked.scopes && { scopes }) })
      return { shownOnce: { name: body.name, token: body.token } }
    },
    'delete-token': (c, { id }) => pageCall(c, 'deleteToken', { id }).then(leadTo('/account?done=token')),
    'sign-out': (c) => pageCall(c, 'logout', {}).then(leadTo('/login?done=signed-out')),
    delete: (c, { password, keep_gifs = 'false' }) =>
      pageCall(c, 'deleteAccount', { password, keep_gifs }).then(leadTo('/login?done=deleted')),
  }),
})

/** Makes a call that wants a fresh sign-in, with the password of the same form where the sign-in is older. */
async function withPassword<Made>(
  c: PageState['c'],
  password: string | undefined,
  make: () => Promise<Made>,
) {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'password-needed') throw error
    await pageCall(c, 'confirmSession', { password })
    return make()
  }
}

/** What decides how tokens are shown: whether the sign-in is fresh, and whether there is a password to make it so. */
const tokenRights = (
  { user_type, has_password }: { user_type: string; has_password: boolean },
  sessions: readonly { is_current: boolean; is_fresh: boolean }[],
) => ({
  isFresh: sessions.some(({ is_current, is_fresh }) => is_current && is_fresh),
  hasPassword: has_password,
  mayModerate: user_type === 'moderator' || user_type === 'staff',
})

/** An address that waits for its confirmation. */
const PendingAddress = ({ page, email }: { page: PageState; email: string | undefined }) =>
  email && (
    <div className="said">
      <p>{interpolate(page.texts.emailPending, { email })}</p>
      <PostForm page={page} row={CANCEL_EMAIL} />
    </div>
  )

/** A moderator's digest; nothing before they have the second factor that their role needs here (T74). */
const digestOf = (c: PageState['c']) =>
  pageCall(c, 'digest', {}).then(
    ({ body }) => body,
    (error: unknown) => {
      if (error instanceof AppError && error.kind === 'second-factor-needed') return undefined
      throw error
    },
  )

async function drawAccount(page: PageState): Promise<Drawn> {
  const { c, texts, to } = page
  const [user, ownGifs, sessions, tokens] = await Promise.all([
    pageCall(c, 'user', SELF),
    hasUploads(c) && ownGifsSection(page),
    pageCall(c, 'sessions', {}),
    pageCall(c, 'tokens', {}),
  ])
  const rights = tokenRights(user.body, sessions.body.results)
  const { username, display_name, description, website_url, email, has_password, pending_email } = user.body
  const digest = rights.mayModerate && email && (await digestOf(c))
  return {
    title: texts.account,
    scripts: ['pictures'],
    content: (
      <>
        <Top page={page} title={display_name || username} note={<bdi>{`@${username}`}</bdi>}>
          <PostForm page={page} row={SIGN_OUT} />
        </Top>
        <nav className="others" aria-label={texts.account}>
          {rights.mayModerate && isAdminHost(c) && <a href={to('/admin')}>{texts.staffPages}</a>}
          {PARTS.filter(({ ofUploads }) => !ofUploads || hasUploads(c)).map(({ path, name }) => (
            <a key={path} href={to(path)}>
              {texts[name]}
            </a>
          ))}
        </nav>
        {ownGifs}
        <Section title={texts.profile} text={texts.profileText}>
          <PostForm page={page} row={PROFILE} values={{ display_name, description, website_url }} />
        </Section>
        {hasUploads(c) && <Pictures page={page} user={user.body} />}
        {has_password && (
          <Section title={texts.email} text={texts.emailText}>
            <PendingAddress page={page} email={pending_email} />
            <PostForm page={page} row={NEW_EMAIL} values={{ email }} owner={username} />
          </Section>
        )}
        <Section title={texts.password} text={has_password ? texts.passwordText : texts.passwordNone}>
          <PostForm page={page} row={has_password ? CHANGE_PASSWORD : FIRST_PASSWORD} owner={username} />
        </Section>
        <Sessions page={page} sessions={sessions.body.results} />
        <Tokens page={page} tokens={tokens.body.results} {...rights} />
        {digest && <DigestSection page={page} digest={digest} />}
        {has_password && (
          <Section title={texts.deleteTitle} text={texts.deleteText}>
            <PostForm page={page} row={DELETE_ACCOUNT} owner={username} />
          </Section>
        )}
      </>
    ),
  }
}

import { AVATAR_VARIANT_PX } from '../../shared/limits.ts'
import { avatarUrl } from '../../shared/picture/avatar.ts'
import type { PictureName } from '../../shared/server/origin.ts'
import type { AppContext } from '../http/context.ts'
import { pageCall } from '../proxy/handle-call.ts'
import { pagePicture } from '../proxy/handle-upload.ts'
import { Section } from './account-parts.tsx'
import { PostForm } from './form.tsx'
import { PICTURES } from './own-forms.ts'
import type { Outcome, PageState } from './people-page.tsx'

const SAVED: Outcome = { redirect: '/account?done=saved#pictures' }

const pictureNamed = (name: string | undefined): PictureName => (name === 'banner' ? 'banner' : 'avatar')

/** Takes in the picture that the address of a form names. */
export async function receiveOwnPicture(
  c: AppContext,
  note: (fields: Readonly<Record<string, string>>) => void,
): Promise<Outcome> {
  await pagePicture(c, pictureNamed(c.req.query('picture')), note)
  return SAVED
}

const removeBy = (call: 'removeAvatar' | 'removeBanner') => async (c: AppContext) => {
  await pageCall(c, call, {})
  return SAVED
}

/** What the forms do that remove a picture. */
export const removePictures = {
  'remove-avatar': removeBy('removeAvatar'),
  'remove-banner': removeBy('removeBanner'),
}

type Person = { id: string; username: string; avatar_url: string; banner_url: string }

/** The picture that the page shows is larger than a tile's. */
const PORTRAIT_PX = 160

function shownUrl(name: PictureName, user: Person): string {
  if (name === 'banner') return user.banner_url
  return avatarUrl(user).replace(`/${AVATAR_VARIANT_PX}h.`, `/${PORTRAIT_PX}h.`)
}

/** One's own avatar and banner as a part of `/account`: what is there, a form for another one, and its end. */
export const Pictures = ({ page, user }: { page: PageState; user: Person }) => (
  <Section title={page.texts.pictures} text={page.texts.picturesText} id="pictures">
    <Picture page={page} user={user} name="avatar" />
    <Picture page={page} user={user} name="banner" />
  </Section>
)

function Picture({ page, user, name }: { page: PageState; user: Person; name: PictureName }) {
  const { texts, to } = page
  const { put, remove } = PICTURES[name]
  const src = shownUrl(name, user)
  return (
    <div className={name === 'banner' ? 'portrait wide' : 'portrait'}>
      <p className="portrait-now">{src && <img src={src} alt="" decoding="async" />}</p>
      <PostForm page={page} row={put} action={to(`/account?picture=${name}`)} data={{ 'data-preview': '' }} />
      {user[`${name}_url`] && <PostForm page={page} row={remove} about={texts[name]} />}
    </div>
  )
}

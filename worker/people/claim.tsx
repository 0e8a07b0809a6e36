import { AppError } from '../../shared/errors.ts'
import { readPasted } from '../../shared/public/pasted-item.ts'
import type { Objection } from '../../shared/schema/own/cases.ts'
import type { Language } from '../../shared/texts/languages.ts'
import { interpolate } from '../../shared/texts/languages.ts'
import { requestOrigin } from '../http/context.ts'
import { pageCall } from '../proxy/handle-call.ts'
import { PostForm } from './form.tsx'
import { CLAIM, OBJECT } from './form-rows.ts'
import { ACCOUNTS_ELSEWHERE, type Drawn, leadTo, type PageState, Panel, peoplePage } from './people-page.tsx'

/** The item whose page or report led here; '' for none. */
function cameFrom(c: PageState['c']): string {
  const from = readPasted(c.req.header('Referer') ?? '', [c.get('publicUrl'), requestOrigin(c.req.url)])
  return 'id' in from ? from.id : ''
}

const ELSEWHERE = { is: ACCOUNTS_ELSEWHERE.is, title: 'noReportsTitle', text: 'noReportsText' } as const

/** `/claim`: a claim about a GIF, with what article 16 of the Digital Services Act asks for; `?gif=` names it, or the page before. */
export const claimPage = peoplePage({
  elsewhere: ELSEWHERE,
  draw(page) {
    const { c, texts, brand } = page
    if (c.req.query('done') !== undefined && !page.sent)
      return drawText(page, texts.claimThanks, interpolate(texts.claimNext, { brand }))
    const gif = c.req.query('gif') ?? cameFrom(c)
    const address = /^[\w-]{1,64}$/.test(gif) ? `${c.get('publicUrl')}/gifs/${gif}` : ''
    return {
      title: texts.claim,
      content: (
        <Panel page={page} title={texts.claim} text={texts.claimIntro}>
          <PostForm page={page} row={CLAIM} values={{ address }} />
        </Panel>
      ),
    }
  },
  async submit(c, { address = '', kind, name = '', email = '', explanation = '', good_faith }) {
    const language: Language = c.get('language')
    const claim = { address, kind, name, email, explanation, good_faith: good_faith === 'true', language }
    // The call says what is missing.
    await pageCall(c, 'claim', claim as never)
    return { redirect: '/claim?done=1' }
  },
})

const drawText = (page: PageState, title: string, text: string): Drawn => ({
  title,
  content: <Panel page={page} title={title} text={text} />,
})

const tokenOf = (c: PageState['c']) => c.req.query('token') ?? ''

/** What the link is about. @throws AppError 'not-found' for a link that has ended, or is not ours */
async function decisionOf(c: PageState['c']): Promise<Objection> {
  try {
    const { body } = await pageCall(c, 'objection', { token: tokenOf(c) })
    if (body) return body
  } catch (error) {
    if (!(error instanceof AppError && error.kind === 'invalid-input')) throw error
  }
  throw new AppError('not-found', 'There is no such link')
}

/** `/object?token=`: what was decided, and why, and the way to object to it (article 17). */
export const objectPage = peoplePage({
  elsewhere: ELSEWHERE,
  async draw(page) {
    const { c, texts } = page
    const { title, gif_id, action, reason, objection } = await decisionOf(c)
    const name = title || gif_id
    if (objection === 'open') return drawText(page, texts.objectThanks, texts.objectNext)
    if (action === 'none')
      return drawText(page, texts.objectBack, interpolate(texts.objectBackText, { name }))
    if (objection !== 'none') return drawText(page, texts.objectDone, texts.objectDoneText)
    const said = interpolate(action === 'removed' ? texts.objectRemoved : texts.objectHidden, { name })
    return {
      title: texts.object,
      content: (
        <Panel page={page} title={texts.object} text={said}>
          {reason && (
            <blockquote className="note panel-text">
              <bdi>{reason}</bdi>
            </blockquote>
          )}
          <PostForm page={page} row={OBJECT} />
        </Panel>
      ),
    }
  },
  async submit(c, { explanation = '' }) {
    const token = tokenOf(c)
    return leadTo(`/object?token=${encodeURIComponent(token)}`)(
      await pageCall(c, 'object', { token, explanation }),
    )
  },
})

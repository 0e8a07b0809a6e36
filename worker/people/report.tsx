import { AppError, InputError } from '../../shared/errors.ts'
import { searchPath } from '../../shared/public/browse-path.ts'
import { readPasted } from '../../shared/public/pasted-item.ts'
import { REPORT_REASONS } from '../../shared/schema/own/staff.ts'
import { interpolate } from '../../shared/texts/languages.ts'
import { requestOrigin, viewerContext } from '../http/context.ts'
import { pageCall } from '../proxy/handle-call.ts'
import { optional } from '../public/layout/page.ts'
import { PostForm } from './form.tsx'
import { REPORT, REPORT_SIGNED_IN, REPORT_WHICH } from './form-rows.ts'
import {
  ACCOUNTS_ELSEWHERE,
  type Drawn,
  type PageState,
  Panel,
  peoplePage,
  readShown,
} from './people-page.tsx'

/** Characters of a search that are reported. */
const TERM_MAX = 100

const isAsking = (c: PageState['c']): boolean => !c.req.query('gif') && !c.req.query('q')

/** What the page is about, by its address. @throws AppError 'not-found' for nothing */
function aboutOf(c: PageState['c']): { gif: string } | { term: string } {
  const gif = c.req.query('gif')
  if (gif !== undefined && /^[\w-]{1,64}$/.test(gif)) return { gif }
  const term = c.req.query('q')?.trim().slice(0, TERM_MAX).toWellFormed()
  if (gif === undefined && term) return { term }
  throw new AppError('not-found', 'There is nothing to report here')
}

/** `/report?gif=` and `/report?q=`: visitors report an item or a search; `/report` asks which item. It tells what happens next. */
export const reportPage = peoplePage({
  elsewhere: { is: ACCOUNTS_ELSEWHERE.is, title: 'noReportsTitle', text: 'noReportsText' },
  draw(page) {
    if (isAsking(page.c)) return drawQuestion(page)
    const isSent = page.c.req.query('done') !== undefined && !page.sent
    return isSent ? drawThanks(page) : drawForm(page)
  },
  async submit(c, { address = '', reason = '', additional_info, anonymous }) {
    if (isAsking(c)) return { redirect: `/report?gif=${await itemOf(c, address)}` }
    const about = aboutOf(c)
    const known = REPORT_REASONS.find((each) => each === reason)
    if (!known) throw new InputError('A report has a reason', { reason: 'must be one of the list' })
    const given = { additional_info, anonymous: anonymous === 'true' ? 1 : 0 }
    if ('gif' in about) await pageCall(c, 'report', { ...about, reason: known, ...given })
    else await pageCall(c, 'reportSearch', { search_term: about.term, reasons: [known], ...given })
    const query = 'gif' in about ? about : { q: about.term }
    return { redirect: `/report?${new URLSearchParams({ ...query, done: '1' })}` }
  },
})

/** The item that a visitor names. @throws InputError for none that they can see */
async function itemOf(c: PageState['c'], address: string): Promise<string> {
  const pasted = readPasted(address, [c.get('publicUrl'), requestOrigin(c.req.url)])
  const id = 'id' in pasted ? pasted.id : ''
  const item = id && (await optional(c.get('services').provider.gif(id, viewerContext(c))))
  if (!item) throw new InputError('There is no such item', { address: 'must be of an item here' })
  return id
}

const drawQuestion = (page: PageState): Drawn => ({
  title: page.texts.report,
  content: (
    <Panel page={page} title={page.texts.reportWhich}>
      <PostForm page={page} row={REPORT_WHICH} />
    </Panel>
  ),
})

/** What is reported, and the page that shows it. */
async function subjectOf(page: PageState): Promise<{ name: string; href: string }> {
  const about = aboutOf(page.c)
  if ('term' in about) return { name: about.term, href: searchPath(about.term, 1, 'gifs') }
  const { heading, canonical } = (await readShown(page, about.gif)).view
  return { name: heading, href: new URL(canonical).pathname }
}

const claimPath = (c: PageState['c']) => {
  const about = aboutOf(c)
  return 'gif' in about ? `/claim?gif=${about.gif}` : '/claim'
}

async function drawForm(page: PageState): Promise<Drawn> {
  const { texts, to, isSignedIn } = page
  const { name, href } = await subjectOf(page)
  const [before = '', after = ''] = texts.reportAbout.split('{name}')
  return {
    title: texts.report,
    content: (
      <Panel page={page} title={texts.report}>
        <p className="note panel-text">
          {before}
          <a href={to(href)}>
            <bdi>{name}</bdi>
          </a>
          {after}
        </p>
        <PostForm page={page} row={isSignedIn ? REPORT_SIGNED_IN : REPORT} />
        <p className="others">
          <a href={to(claimPath(page.c))}>{texts.claim}</a>
        </p>
      </Panel>
    ),
  }
}

function drawThanks(page: PageState): Drawn {
  const { c, texts, brand, to } = page
  const about = aboutOf(c)
  const href = 'gif' in about ? `/gifs/${about.gif}` : searchPath(about.term, 1, 'gifs')
  return {
    title: texts.reportThanks,
    content: (
      <Panel page={page} title={texts.reportThanks} text={interpolate(texts.reportNext, { brand })}>
        <p className="others">
          <a href={to(href)}>{texts.reportBack}</a>
        </p>
      </Panel>
    ),
  }
}

import { attempt } from '../../shared/server/deadline.ts'
import { errorWords } from '../../shared/texts/error-texts.ts'
import { type AppContext, reply, requestOrigin } from '../http/context.ts'
import { isTemporary } from '../http/errors.ts'
import type { FailurePage } from '../http/failure-response.ts'
import { lruOfEach } from '../memory.ts'
import { type PageContext, pageContext, publicPolicy, readProvider } from './layout/page.ts'
import { TermList } from './layout/parts.tsx'
import { drawPage } from './layout/public-layout.tsx'

const THIS_PAGE = ''

/** How many searches are offered, and for how long the page waits for them, ms. */
const TERMS = 10
const PATIENCE_MS = 300

/**
 * A failure as a page of the site: with its head, its search, and other ways to go on. Its message is for programs, and may
 * hold foreign text, so it is shown only where it tells the visitor what to change.
 */
export const failurePage: FailurePage = async (c, { status, message, explains }, headers) => {
  // The address may be any text, and one page serves them all.
  const context = { ...pageContext(c), path: '/' }
  // What fails for a while is not asked again by the page that says so.
  const terms = isTemporary(status) ? [] : await trendingTerms(c)
  const memory = pagesOf(c.get('services'))
  const key = explains ? '' : keyOf(c, context, status, terms)
  const known = key ? memory.get(key) : undefined
  const page = known ?? {
    text: drawn(c, context, { status, terms, message: explains ? message : undefined }),
    policy: publicPolicy(c),
  }
  if (key && !known) memory.set(key, page)
  return reply(c, page.text, status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': context.language,
    'Content-Security-Policy': page.policy,
    Vary: 'Accept-Language, Accept-Encoding',
    ...headers,
  })
}

async function trendingTerms(c: AppContext): Promise<readonly string[]> {
  const found = await attempt(PATIENCE_MS, () => readProvider(c, 'trendingSearches', {}))
  return found?.value.data.slice(0, TERMS) ?? []
}

// Under an attack these are the hottest pages, and there are few different ones (`docs/decisions/`).
const pagesOf = lruOfEach<{ text: string; policy: string }>({ entries: 60 })

const keyOf = (
  c: AppContext,
  { publicUrl, language, chosen }: PageContext,
  status: number,
  terms: readonly string[],
) => JSON.stringify([requestOrigin(c.req.url), publicUrl, language, chosen, status, terms])

type Shown = { status: number; terms: readonly string[]; message: string | undefined }

function drawn(c: AppContext, context: PageContext, { status, terms, message }: Shown): string {
  const { texts, playerTexts, language } = context
  const { title, text } = errorWords(language, status)
  return drawPage({
    c,
    context,
    name: 'failure',
    head: { title: `${status} · ${title}`, noindex: true },
    content: (
      <div className="none">
        <p className="status">{status}</p>
        <h1>{title}</h1>
        {message ? <p lang="en">{`${message}.`}</p> : <p>{text}</p>}
        {isTemporary(status) && (
          <a className="pill" href={THIS_PAGE}>
            {playerTexts.retry}
          </a>
        )}
        {terms.length > 0 && (
          <nav aria-label={texts.trendingNow}>
            <TermList context={context} terms={terms} />
          </nav>
        )}
      </div>
    ),
  })
}

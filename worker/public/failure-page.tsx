import { attempt } from '../../shared/server/deadline.ts'
import { errorWords } from '../../shared/texts/error-texts.ts'
import { type AppContext, reply, requestOrigin, type Services } from '../http/context.ts'
import { isTemporary } from '../http/errors.ts'
import type { FailurePage } from '../http/failure-response.ts'
import { chosenIn } from '../http/visitor.ts'
import { Lru } from '../memory.ts'
import { inLanguage, pageContext, publicPolicy, readProvider } from './layout/page.ts'
import { TermList } from './layout/parts.tsx'
import { drawPage } from './layout/public-layout.tsx'

const THIS_PAGE = ''

/** How many searches are offered, and for how long the page waits for them, ms. */
const TERMS = 10
const PATIENCE_MS = 300

/** ms. As long as a browser may keep such a page (`failureHeaders`), other pages may have its searches. */
const KEPT_MS = 6000

const encoder = new TextEncoder()

/**
 * A failure as a page of the site: with its head, its search, and other ways to go on. Its message is for programs, in
 * English, and may hold foreign text, so it follows only where it says what to change.
 */
export const failurePage: FailurePage = async (c, { status, message, explains }, headers) => {
  const state = stateOf(c.get('services'))
  // What fails for a while is not asked again by the page that says so.
  const hasTerms = !isTemporary(status)
  if (hasTerms) await readTerms(c, state)
  const { pages, terms } = state
  const key = explains ? '' : keyOf(c, status)
  const known = key ? pages.get(key) : undefined
  const draw = async () => {
    const named = hasTerms ? await attempt(PATIENCE_MS, () => inLanguage(c, terms)) : []
    return drawn(c, { status, terms: named ?? terms, detail: explains ? message : undefined })
  }
  const page = known ?? { body: encoder.encode(await draw()), policy: publicPolicy(c) }
  if (key && !known) pages.set(key, page)
  return reply(c, page.body, status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': c.get('language'),
    'Content-Security-Policy': page.policy,
    Vary: 'Accept-Language, Accept-Encoding',
    ...headers,
  })
}

type Terms = readonly string[]

/** The searches that were read last, until when they are offered, and the pages that show them. */
type State = { terms: Terms; until: number; pages: Lru<{ body: Uint8Array; policy: string }> }

// Under an attack these are the hottest pages, and there are few different ones (`docs/decisions/`).
const createPages = (): State['pages'] => new Lru({ entries: 60 })

const states = new WeakMap<Services, State>()

function stateOf(services: Services): State {
  const known = states.get(services)
  if (known) return known
  const state = { terms: [], until: 0, pages: createPages() }
  states.set(services, state)
  return state
}

async function readTerms(c: AppContext, state: State): Promise<void> {
  if (Date.now() < state.until) return
  const found = await attempt(PATIENCE_MS, () => readProvider(c, 'trendingSearches', {}))
  const terms = found?.value.data.slice(0, TERMS) ?? []
  // What could not be read may be there in a moment.
  if (found) state.until = Date.now() + KEPT_MS
  if (terms.join('\n') === state.terms.join('\n')) return
  state.terms = terms
  state.pages = createPages()
}

/** What such a page depends on besides its searches. The address may be any text, and one page serves them all. */
function keyOf(c: AppContext, status: number): string {
  const { lang, theme } = chosenIn(c)
  const { version, texts } = c.get('services').settings.current
  return `${version} ${texts.join()} ${status} ${c.get('language')} ${lang} ${theme} ${requestOrigin(c.req.url)} ${c.get('publicUrl')}`
}

type Shown = { status: number; terms: Terms; detail: string | undefined }

function drawn(c: AppContext, { status, terms, detail }: Shown): string {
  const context = { ...pageContext(c), path: '/' }
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
        <p>{text}</p>
        {detail && <p lang="en">{`${detail}.`}</p>}
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

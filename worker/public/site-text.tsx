import { AppError } from '../../shared/errors.ts'
import { own } from '../../shared/own.ts'
import { paragraphsOf } from '../../shared/public/site-texts.ts'
import { SITE_TEXT_PATHS, SITE_TEXTS } from '../../shared/schema/own/rules.ts'
import { SITE_TEXT_NAMES } from '../../shared/texts/public/site-text-names.ts'
import type { AppContext } from '../http/context.ts'
import { pageContext, renderPage } from './layout/page.ts'

const missing = () => new AppError('not-found', 'There is nothing at this address')

/** `/rules`, `/terms` …: a text of the installation in the visitor's language, else in the one that others fall back to. */
export async function siteTextPage(c: AppContext): Promise<Response> {
  const { settings, siteText } = c.var.services
  const name = SITE_TEXTS.find((each) => SITE_TEXT_PATHS[each] === c.req.path)
  if (!name || !siteText || !settings.current.texts.includes(name)) throw missing()
  const texts = await siteText(name)
  const context = pageContext(c)
  const wanted = [context.language, settings.current.language, ...Object.keys(texts)]
  const language = wanted.find((each) => own(texts, each) !== undefined)
  if (!language) throw missing()
  const title = SITE_TEXT_NAMES[context.language][name]
  const page = {
    name: 'site-text',
    head: { title, canonical: context.publicUrl + c.req.path },
    content: (
      <article>
        <h1>{title}</h1>
        <div lang={language}>
          <Paragraphs text={own(texts, language) ?? ''} />
        </div>
      </article>
    ),
  }
  // Who has changed a text looks at its page next.
  return renderPage(c, page, { freshFor: 0 })
}

type Keyed<T> = readonly (readonly [key: string, each: T])[]

/** What never changes on its page, with its place as its key. */
const keyed = <T,>(list: readonly T[]): Keyed<T> => list.map((each, at) => [String(at), each])

const Paragraphs = ({ text }: { text: string }) =>
  keyed(paragraphsOf(text)).map(([paragraph, lines]) => (
    <p key={paragraph}>
      {keyed(lines).map(([line, parts]) => (
        <span key={line}>
          {keyed(parts).map(([part, { text: words, href }]) =>
            href ? (
              <a key={part} href={href} rel="nofollow noopener">
                {words}
              </a>
            ) : (
              words
            ),
          )}
        </span>
      ))}
    </p>
  ))

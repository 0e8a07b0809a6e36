import { LANGUAGE_NAMES } from '../../../shared/texts/public/public-texts.ts'
import { languages } from '../../../shared/texts/texts.ts'
import { withLanguage } from '../../http/language-links.ts'
import type { PageContext } from './page-context.ts'

/** The bottom of every public page: a line about the product, and the page in other languages. */
export function PublicFooter({ context }: { context: PageContext }) {
  const { brand, texts, path, language, to } = context
  return (
    <footer className="public-footer">
      <p>
        <strong>{brand}</strong> {texts.tagline}
      </p>
      <nav aria-label={texts.language}>
        {languages.map((one) => (
          <a
            key={one}
            href={withLanguage(to(path), one)}
            lang={one}
            hrefLang={one}
            aria-current={one === language ? 'true' : undefined}
            rel="nofollow"
          >
            {LANGUAGE_NAMES[one]}
          </a>
        ))}
      </nav>
    </footer>
  )
}

import { LANGUAGE_NAMES } from '../../../shared/texts/site-texts.ts'
import { languages } from '../../../shared/texts/texts.ts'
import { withLanguage } from '../../render/language-links.ts'
import type { SitePlace } from './site-place.ts'

/** The end of every public page: what it is, and the same page in other languages. */
export function SiteFooter({ place }: { place: SitePlace }) {
  const { brand, texts, path, language } = place
  return (
    <footer className="site-footer">
      <p>
        <strong>{brand}</strong> {texts.tagline}
      </p>
      <nav aria-label={texts.language}>
        {languages.map((one) => (
          <a
            key={one}
            href={withLanguage(path, one)}
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

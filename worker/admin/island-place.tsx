import type { AdminPageName, AdminRole } from '../../shared/admin/admin-pages.ts'
import type { AdminTexts } from '../../shared/texts/admin/en.data.ts'
import type { Language } from '../../shared/texts/texts.ts'

type Props = {
  name: AdminPageName
  role: AdminRole
  language: Language
  texts: AdminTexts['common']
  title: string
  /** Whose the site and the gateway are: what the island's page can do follows from it. */
  site: 'own' | 'elsewhere'
  gateway: 'own' | 'elsewhere'
}

/** What a staff page shows until its island is there (`islands/admin/start.tsx`): its headline, and grey rows. */
export const IslandPlace = ({ name, role, language, texts, title, site, gateway }: Props) => (
  <div
    id="admin-page"
    data-page={name}
    data-role={role}
    data-language={language}
    data-site={site}
    data-gateway={gateway}
  >
    <h1>{title}</h1>
    <noscript>
      <p className="admin-notice">{texts.noScript}</p>
    </noscript>
    <div className="admin-waiting" role="status" aria-label={texts.loading}>
      <i />
      <i />
      <i />
      <i />
    </div>
  </div>
)

/** A page whose calls this installation does not have: another service keeps what it is about. */
export const PageElsewhere = ({ texts, title }: Pick<Props, 'texts' | 'title'>) => (
  <>
    <h1>{title}</h1>
    <p className="admin-notice">{texts.elsewhere}</p>
  </>
)

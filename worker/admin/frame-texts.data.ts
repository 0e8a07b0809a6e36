import { ADMIN_GROUPS, ADMIN_PAGES, type AdminPageName } from '../../shared/admin/admin-pages.ts'
import { ADMIN_TEXTS } from '../../shared/texts/admin/admin-texts.ts'
import { type Language, languages } from '../../shared/texts/languages.ts'

const FRAME = [
  ...ADMIN_GROUPS,
  ...(['skip', 'title', 'menu', 'nav', 'toSite', 'account', 'signOut', 'language'] as const),
  ...(['noScript', 'loading', 'elsewhere', 'noPage', 'noPageText'] as const),
] as const

type Frame = {
  common: Readonly<Record<(typeof FRAME)[number], string>>
  titles: Readonly<Record<AdminPageName, string>>
}

const recordOf = <Name extends string>(names: readonly Name[], textOf: (name: Name) => string) =>
  Object.fromEntries(names.map((name) => [name, textOf(name)])) as Record<Name, string>

/** What the Worker says around a staff page. All other texts of it are files that its browser loads. */
export const FRAME_TEXTS = Object.fromEntries(
  languages.map((language) => {
    const texts = ADMIN_TEXTS[language]
    const common = recordOf(FRAME, (name) => texts.common[name])
    return [
      language,
      { common, titles: recordOf(Object.keys(ADMIN_PAGES) as AdminPageName[], (name) => texts[name].title) },
    ]
  }),
) as Readonly<Record<Language, Frame>>

import { LIMITS } from '../../../shared/media/limits.ts'
import type { PeopleTexts } from '../../../shared/texts/people/en.ts'
import { withLimits } from '../../../shared/texts/people/people-texts.ts'
import type { Language } from '../../../shared/texts/texts.ts'

const OTHERS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Partial<PeopleTexts>>>> = {
  de: async () => (await import('../../../shared/texts/people/de.ts')).peopleDe,
  es: async () => (await import('../../../shared/texts/people/es.ts')).peopleEs,
  fr: async () => (await import('../../../shared/texts/people/fr.ts')).peopleFr,
  ja: async () => (await import('../../../shared/texts/people/ja.ts')).peopleJa,
}

/** What people's own page of uploads says, fetched when somebody uploads. */
export async function uploadTexts(language: Language): Promise<PeopleTexts> {
  const [{ peopleEn }, others] = await Promise.all([
    import('../../../shared/texts/people/en.ts'),
    language === 'en' ? {} : OTHERS[language](),
  ])
  return withLimits({ ...peopleEn, ...others }, LIMITS)
}

import type { Language } from '../languages.ts'
import { adminDe } from './de.data.ts'
import { type AdminTexts, adminEn } from './en.data.ts'
import { adminEs } from './es.data.ts'
import { adminFr } from './fr.data.ts'
import { adminJa } from './ja.data.ts'

/** The texts of the staff pages. A browser loads its one language (`islands/admin/start.tsx`). */
export const ADMIN_TEXTS: Readonly<Record<Language, AdminTexts>> = {
  en: adminEn,
  de: adminDe,
  es: adminEs,
  fr: adminFr,
  ja: adminJa,
}

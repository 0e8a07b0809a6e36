import type { Language } from '../texts.ts'
import { adminDe } from './de.ts'
import { type AdminTexts, adminEn } from './en.ts'
import { adminEs } from './es.ts'
import { adminFr } from './fr.ts'
import { adminJa } from './ja.ts'

/** The texts of the staff pages. A browser loads its one language (`islands/admin/start.tsx`). */
export const ADMIN_TEXTS: Readonly<Record<Language, AdminTexts>> = {
  en: adminEn,
  de: adminDe,
  es: adminEs,
  fr: adminFr,
  ja: adminJa,
}

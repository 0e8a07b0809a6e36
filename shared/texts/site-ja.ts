import type { SiteTexts } from './site-texts.ts'

export const siteJa: Partial<SiteTexts> = {}

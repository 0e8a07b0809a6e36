import type { SiteTexts } from './site-texts.ts'

export const siteEs: Partial<SiteTexts> = {}

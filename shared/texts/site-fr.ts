import type { SiteTexts } from './site-texts.ts'

export const siteFr: Partial<SiteTexts> = {}

import type { SiteTexts } from './site-texts.ts'

export const siteDe: Partial<SiteTexts> = {}

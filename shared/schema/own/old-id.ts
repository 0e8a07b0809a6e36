/** Where an old id is from: another service, or what stood here before. */
export const REDIRECT_SOURCES = ['giphy', 'tenor', 'klipy', 'own'] as const

export type RedirectSource = (typeof REDIRECT_SOURCES)[number]

/** An item as another service named it. */
export type OldItem = { source: RedirectSource; old_id: string }

export const OLD_ID = /^[\w-]{1,120}$/
export const REDIRECT_ID = /^(giphy|tenor|klipy|own)-([\w-]{1,120})$/

export const isOldId = (text: string): boolean => OLD_ID.test(text)

/** The id of a redirect, which every address of an item takes too: `giphy-{id}`. */
export const redirectId = ({ source, old_id }: OldItem): string => `${source}-${old_id}`

/** What a redirect's id says; `undefined` for another id. */
export function readRedirectId(id: string): OldItem | undefined {
  const [, source, old_id] = REDIRECT_ID.exec(id) ?? []
  return source && old_id ? { source: source as RedirectSource, old_id } : undefined
}

/** What an item's slug says of it, where nothing else is known: `happy-cat-abc` is 'Happy cat'; '' for an id alone. */
export function slugWords(slug: string): string {
  const words = slug.split('-').slice(0, -1).filter(Boolean).join(' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

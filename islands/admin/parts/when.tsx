import { useAdmin } from '../admin-context.ts'

/** A time in the page's language and the reader's zone; the exact one is its title. */
export function When({ at }: { at: string }) {
  const { language } = useAdmin()
  const date = new Date(at)
  return (
    <time dateTime={at} title={date.toLocaleString(language, { dateStyle: 'full', timeStyle: 'long' })}>
      {whenText(at, language)}
    </time>
  )
}

export const whenText = (at: string, language: string): string =>
  new Date(at).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' })

/** A day (UTC) as people write it, without its year. */
export const dayText = (day: string, language: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(language, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })

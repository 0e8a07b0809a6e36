import { useAdmin } from '../admin-context.ts'
import { whenText } from './when.tsx'

const STEPS = [
  [60, 'second', 1],
  [3600, 'minute', 60],
  [86_400, 'hour', 3600],
  [Infinity, 'day', 86_400],
] as const

/** How long ago a time was, or how far away it is, as of `now` (ms); the time itself is its title. */
export function Ago({ at, now }: { at: string; now: number }) {
  const { language } = useAdmin()
  const seconds = Math.round((Date.parse(at) - now) / 1000)
  const [, unit, length] = STEPS.find(([most]) => Math.abs(seconds) < most) ?? STEPS[0]
  const text = new Intl.RelativeTimeFormat(language, { numeric: 'always' }).format(
    Math.trunc(seconds / length),
    unit,
  )
  return (
    <time dateTime={at} title={whenText(at, language)}>
      {text}
    </time>
  )
}

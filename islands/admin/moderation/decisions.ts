import type { AdminRole } from '../../../shared/admin/admin-pages.ts'
import type { Rating } from '../../../shared/schema/choices.ts'
import type { AdminTexts } from '../../../shared/texts/admin/en.ts'

/** What a moderator decides, as the call has it (`moderateGif`). */
export type Decision = 'approve' | 'hide' | 'remove' | 'skip' | `rating:${Rating}`

type DecisionRow = {
  action: Exclude<Decision, `rating:${string}`>
  key: string
  text: keyof AdminTexts['moderation']
  color?: string
  least?: AdminRole
}

/** The decisions but for ratings, in the order of their buttons. */
export const DECISIONS: readonly DecisionRow[] = [
  { action: 'approve', key: 'a', text: 'approve', color: 'violet' },
  { action: 'hide', key: 'h', text: 'hide' },
  { action: 'remove', key: 'x', text: 'remove', least: 'staff' },
  { action: 'skip', key: 's', text: 'skip' },
]

/** How a decision is named once it is made. */
export const nameOf = (decision: Decision, texts: AdminTexts['moderation']): string => {
  const [action, rating] = decision.split(':')
  const row = DECISIONS.find((each) => each.action === action)
  return row ? texts[row.text] : (rating ?? '').toUpperCase()
}

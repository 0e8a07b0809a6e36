import type { CASE_DECISIONS, CASE_MEASURES, CASE_TEMPLATES } from '../../../shared/schema/own/cases.ts'
import type { client } from '../admin.tsx'
import type { RowOf } from '../parts/list.tsx'

export type Case = RowOf<typeof client.cases>
export type CaseDetail = NonNullable<Awaited<ReturnType<typeof client.case>>>

/** What a decision is, and what it brings with it. */
export type Decision = {
  decision: (typeof CASE_DECISIONS)[number]
  rating?: NonNullable<CaseDetail['item']>['rating'] | undefined
}
export type With = {
  template: (typeof CASE_TEMPLATES)[number] | ''
  reason: string
  note: string
  person: (typeof CASE_MEASURES)[number] | ''
}

/** What has no item is known by its ID. */
export const nameOf = ({ id, item }: Pick<Case, 'id' | 'item'>): string => item?.title || id

/** Whether a decision may be made: what is down stays so or comes back, and of what is elsewhere nothing is hidden. */
export const mayDecide = ({ item }: Pick<Case, 'item'>, decision: Decision['decision']): boolean =>
  decision === 'approve' || decision === 'remove' || (item !== null && !item.is_removed)

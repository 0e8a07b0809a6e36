import { answerClaims, ownerMails, sendCaseMails, type Told } from '../../mail/case-mails.ts'
import type { SiteRequest } from '../site-handlers.ts'

/** Mails a decision: to owners of items, and, by its act, to who has made claims. It follows the decision's batch. */
export async function tell(deps: SiteRequest, told: Told): Promise<void> {
  const { act, action, reason } = told
  const owners = await ownerMails(deps, told)
  for (const id of await sendCaseMails(deps, [...owners.values()])) deps.enqueue({ kind: 'mail', id })
  if (act) await answerClaims(deps, { act, action, reasonOf: () => reason })
}

import { claimantMails, ownerMails, sendCaseMails, type Told } from '../../mail/case-mails.ts'
import type { SiteRequest } from '../site-handlers.ts'

/** Mails a decision: to owners of items, and, by its act, to who has made claims. It follows the decision's batch. */
export async function tell(deps: SiteRequest, told: Told): Promise<void> {
  const owners = await ownerMails(deps, told)
  const claimants = told.act ? await claimantMails(deps, told.act, told.reason) : []
  const ids = await sendCaseMails(deps, [...owners.values(), ...claimants])
  for (const id of ids) deps.enqueue({ kind: 'mail', id })
}

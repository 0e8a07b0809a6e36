import { AppError } from '../../../shared/errors.ts'
import type { NewRedirect, Redirected } from '../../../shared/schema/own/redirects.ts'
import { client } from '../admin.tsx'
import type { Act } from './acts.ts'

/** Why an old id does not lead where it should. */
export class RedirectRefused extends AppError {
  override readonly name = 'RedirectRefused'
  readonly state: Exclude<Redirected['state'], 'added' | 'known'>

  constructor(state: RedirectRefused['state']) {
    super('conflict', `The redirect was not added: ${state}`)
    this.state = state
  }
}

/** @throws RedirectRefused where it does not lead there then */
async function add(redirect: NewRedirect): Promise<void> {
  const [row] = (await client.addRedirects({ redirects: [redirect] }))?.results ?? []
  const state = row?.state ?? 'no-item'
  if (state !== 'added' && state !== 'known') throw new RedirectRefused(state)
}

const drop = ({ source, old_id }: NewRedirect) => client.deleteRedirect({ redirect: `${source}-${old_id}` })

/** Makes an old id lead to an item, or no longer. */
export const redirecting = (redirect: NewRedirect, said: string): Act => ({
  go: () => add(redirect),
  back: () => drop(redirect),
  said,
})
export const ending = (redirect: NewRedirect, said: string): Act => ({
  go: () => drop(redirect),
  back: () => add(redirect),
  said,
})

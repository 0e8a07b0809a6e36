import type { Call } from '../calls/call.ts'
import { AppError } from '../errors.ts'
import type { SignedInActor } from './origin.ts'

/**
 * T55: why a person may not make a call in this way: by a token whose scopes do not name it, or by a sign-in that is too old
 * for it. Undefined where they may, as far as their role goes.
 */
export function refusalOf(
  { scope, wantsFresh }: Pick<Call, 'scope' | 'wantsFresh'>,
  { by, scopes = [], isFresh = false }: SignedInActor,
): AppError | undefined {
  if (by === 'session') {
    if (!wantsFresh || isFresh) return undefined
    return new AppError(
      'password-needed',
      'Give your password again: your sign-in is more than 15 minutes old',
    )
  }
  if (scope === 'none') return new AppError('forbidden', 'API tokens may not make this call: sign in')
  if (scopes.includes(scope)) return undefined
  return new AppError('forbidden', `This call needs a token with the scope ${scope}`)
}

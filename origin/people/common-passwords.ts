import { AppError, fieldError } from '../../shared/errors.ts'
import { assetReader } from '../../shared/server/asset-reader.ts'
import type { LibraryBindings } from '../../shared/server/origin.ts'

/** Those that leaked most often, in lower case: one a line, a file of the build. */
const FILE = '/static/passwords/common.txt'

type Assets = LibraryBindings['ASSETS']

/** Whether a password is among those that leaked most often, in any case. Without assets none is. @throws AppError 'unavailable' */
export async function isCommonPassword(password: string, assets: Assets): Promise<boolean> {
  const response = await assetReader(assets)?.(FILE)
  if (!response) return false
  if (!response.ok) throw new AppError('unavailable', 'The list of common passwords cannot be read')
  const wanted = password.normalize('NFKC').toLowerCase()
  // Not kept: a new password is rare, and its hash takes a hundred times as long.
  return `\n${await response.text()}`.includes(`\n${wanted}\n`)
}

/** @throws InputError for a password that programs try first */
export async function assertUncommon(field: string, password: string, assets: Assets): Promise<void> {
  if (!(await isCommonPassword(password, assets))) return
  throw fieldError(field, `${field} is too common: programs that guess try it first`)
}

import { InputError } from '../../../shared/errors.ts'
import { assertSeen } from '../seen-gif.ts'

/** @throws AppError as `assertSeen`; InputError for an item that is hidden: whoever gets it could not see it */
export async function assertShareable(deps: Parameters<typeof assertSeen>[0], id: string): Promise<void> {
  const item = await assertSeen(deps, id)
  if (item?.isHidden) throw new InputError('A hidden item cannot be shared', { gif_id: 'gif_id is hidden' })
}

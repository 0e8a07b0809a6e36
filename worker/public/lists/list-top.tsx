import type { ReactNode } from 'react'
import type { Paging } from '../../../shared/public/browse-path.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import type { PageContext } from '../layout/page-context.ts'
import { totalText } from '../parts/number-of.ts'

type Props = {
  context: PageContext
  title: string
  paging: Paging
  /** Whether it says how many there are; tabs may say it instead. */
  isCounted?: boolean
  children?: ReactNode
}

/** A list's headline and the number of its GIFs. */
export const ListTop = ({ context, title, paging, isCounted = true, children }: Props) => (
  <div className="list-top">
    <h1>
      <bdi>{title}</bdi>
    </h1>
    {isCounted && <p className="count">{countOf(context, paging)}</p>}
    {children}
  </div>
)

export function countOf(context: PageContext, paging: Paging): string {
  const { texts } = context
  if (paging.total === 1) return texts.foundOne
  return interpolate(texts.found, { count: totalText(context, paging) })
}

import type { ReactNode } from 'react'
import type { Paging } from '../../../shared/public/paging.ts'
import { interpolate } from '../../../shared/texts/public/public-texts.ts'
import type { PageContext } from '../layout/page-context.ts'

type Props = { context: PageContext; title: string; paging: Paging; children?: ReactNode }

/** A list's headline and the number of its GIFs. */
export const ListTop = ({ context, title, paging, children }: Props) => (
  <div className="list-top">
    <h1>
      <bdi>{title}</bdi>
    </h1>
    <p className="count">{countOf(context, paging)}</p>
    {children}
  </div>
)

export function countOf({ texts, language }: PageContext, { total }: Paging): string {
  if (total === 1) return texts.foundOne
  return interpolate(texts.found, { count: new Intl.NumberFormat(language).format(total) })
}

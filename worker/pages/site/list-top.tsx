import type { ReactNode } from 'react'
import type { Paging } from '../../../shared/site/paging.ts'
import { fillIn } from '../../../shared/texts/site-texts.ts'
import type { SitePlace } from './site-place.ts'

type Props = { place: SitePlace; title: string; paging: Paging; children?: ReactNode }

/** A list's headline and how much was found. */
export const ListTop = ({ place, title, paging, children }: Props) => (
  <div className="list-top">
    <h1>
      <bdi>{title}</bdi>
    </h1>
    <p className="count">{countOf(place, paging)}</p>
    {children}
  </div>
)

export function countOf({ texts, language }: SitePlace, { total }: Paging): string {
  if (total === 1) return texts.foundOne
  return fillIn(texts.found, { count: new Intl.NumberFormat(language).format(total) })
}

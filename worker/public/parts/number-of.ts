import type { Paging } from '../../../shared/public/browse-path.ts'
import type { PageContext } from '../layout/page-context.ts'

/** A number as the page's language writes it. */
export const numberOf = ({ language }: Pick<PageContext, 'language'>, count: number): string =>
  new Intl.NumberFormat(language).format(count)

export type Total = Pick<Paging, 'total' | 'isLeast'>

/** How many there are; `25+` where the list goes on, and nobody knows how far. */
export const totalText = (context: Pick<PageContext, 'language'>, { total, isLeast }: Total): string =>
  isLeast ? `${numberOf(context, total - 1)}+` : numberOf(context, total)

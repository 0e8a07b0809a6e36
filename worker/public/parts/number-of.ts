import type { PageContext } from '../layout/page-context.ts'

/** A number as the page's language writes it. */
export const numberOf = ({ language }: Pick<PageContext, 'language'>, count: number): string =>
  new Intl.NumberFormat(language).format(count)

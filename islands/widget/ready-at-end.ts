import { intent, inView, type Ready, ready } from '../runtime/ready.ts'

// A list that goes on wakes when somebody means it, or when all of its first page has been scrolled past.
const end: Ready = (element, page) => {
  const more = element.querySelector('[data-more]')
  return Promise.race([intent(page), ...(more ? [inView(more)] : [])])
}

/** When islands of a widget wake. */
export const readyAtEnd = { ...ready, end }

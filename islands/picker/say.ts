import { newElement } from '../dom/new-element.ts'

/** How long a notice stands, ms. */
const STANDS_MS = 4000

/** Says what happened: in a notice that everybody sees, or `quietly`, for those alone who do not see what it changed. */
export function startSaying(root: HTMLElement) {
  const notice = newElement('p', { class: 'picker-said', role: 'status' })
  const quiet = newElement('p', { class: 'name-of', role: 'status' })
  root.append(notice, quiet)
  let timer: ReturnType<typeof setTimeout> | undefined
  const say = (text: string) => {
    clearTimeout(timer)
    notice.textContent = text
    timer = setTimeout(() => notice.replaceChildren(), STANDS_MS)
  }
  return Object.assign(say, {
    quietly: (text: string) => {
      quiet.textContent = text
    },
  })
}

import {
  type BuilderTexts,
  fieldProblem,
  problemText,
  sizeText,
} from '../../../shared/public/builder-problem.ts'
import {
  type BuilderPlace,
  type BuiltSnippet,
  builderSnippet,
  surfaceOf,
} from '../../../shared/public/builder-snippet.ts'
import type { ItemProblem } from '../../../shared/public/pasted-item.ts'
import { sayProblem } from './builder-problems.ts'

/** A preview is a page: it follows when somebody has stopped typing, ms. */
const SETTLE_MS = 350

/** What is known of the GIF: `waits` while it is asked for. */
export type ItemState = { problem?: ItemProblem | undefined; waits?: boolean }

/** Redraws snippet and preview while the form changes; gives the way to do it when the GIF has changed. */
export function startBuilder(form: HTMLFormElement, place: BuilderPlace): (item: ItemState) => void {
  const texts = JSON.parse(form.dataset.texts ?? '{}') as BuilderTexts
  const field = document.getElementById('built') as HTMLTextAreaElement
  const copy = document.querySelector<HTMLButtonElement>('[data-copy="built"]')
  let timer: ReturnType<typeof setTimeout> | undefined
  let item: ItemState = {}

  const update = () => {
    const fields = fieldsOf(form)
    const isEmbed = surfaceOf(fields) === 'embed'
    const ofItem = isEmbed ? item.problem : undefined
    const ofField = ofItem ? undefined : fieldProblem(fields)
    const problem = ofItem ?? ofField
    sayProblem(form, ofField?.field ?? (ofItem && 'item'), problem && problemText(texts, problem))
    const isOff = problem !== undefined || (isEmbed && item.waits === true)
    if (copy) copy.disabled = isOff
    clearTimeout(timer)
    if (isOff) {
      field.value = ''
      return
    }
    const built = builderSnippet(fields, place)
    field.value = built.html
    timer = setTimeout(() => {
      preview(built, isEmbed || !built.fluid)
      const size = document.querySelector('.built-size span')
      if (size) size.textContent = sizeText(texts, built)
    }, SETTLE_MS)
  }
  form.addEventListener('input', () => {
    update()
    keepInAddress(form)
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    update()
  })
  return (next) => {
    item = next
    update()
  }
}

const fieldsOf = (form: HTMLFormElement) =>
  new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))

/** What each choice is where the address says nothing: its first option, but the size of §9. */
const USUAL: Readonly<Record<string, string>> = { what: 'embed', as: 'frame', size: '480' }

/** The form's state in the address, so that a link shows the same snippet. The way back stays as it was. */
export function keepInAddress(form: HTMLFormElement): void {
  const query = new URLSearchParams(location.search)
  for (const control of form.elements) if ('name' in control) query.delete(String(control.name))
  for (const [name, value] of fieldsOf(form)) {
    const control = form.elements.namedItem(name)
    const usual = USUAL[name] ?? (control instanceof HTMLSelectElement ? control.options[0]?.value : '')
    if (value !== '' && value !== usual) query.append(name, value)
  }
  history.replaceState(history.state, '', `${query.size > 0 ? `?${query}` : location.pathname}#build`)
}

function preview({ src, title, width, height }: BuiltSnippet, keepsRatio: boolean): void {
  const frame = document.querySelector<HTMLIFrameElement>('iframe[name="built"]')
  const box = frame?.parentElement
  const held = box?.querySelector('svg')
  if (!frame || !box || !held) return
  box.classList.toggle('as-high', !keepsRatio)
  held.setAttribute('width', keepsRatio ? String(width) : '100%')
  held.setAttribute('height', String(height))
  if (keepsRatio) held.setAttribute('viewBox', `0 0 ${width} ${height}`)
  else held.removeAttribute('viewBox')
  const wanted = `${src}${src.includes('?') ? '&' : '?'}id=built`
  if (frame.getAttribute('src') === wanted) return
  // A new frame, so that the way back does not lead through every option that was tried.
  const next = frame.cloneNode() as HTMLIFrameElement
  next.title = title
  next.src = wanted
  frame.replaceWith(next)
}

import {
  type BuilderTexts,
  fieldProblem,
  problemText,
  sizeText,
} from '../../shared/public/builder-problem.ts'
import {
  type BuilderPlace,
  type BuiltSnippet,
  builderSnippet,
  surfaceOf,
} from '../../shared/public/builder-snippet.ts'
import { type ItemState, startItemFinder } from './item-finder.ts'

/** A preview is a page: it follows when the visitor has stopped typing, ms. */
const SETTLE_MS = 350

/** Redraws snippet and preview while the form changes; gives the way to do it when the GIF has changed. */
function startBuilder(form: HTMLFormElement, place: BuilderPlace): (item: ItemState) => void {
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
function keepInAddress(form: HTMLFormElement): void {
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

/** Says what is wrong with a field of the builder's form, below it; without a text nothing is wrong any more. */
function sayProblem(form: HTMLFormElement, field = '', text = ''): void {
  const said = form.querySelector('.problem')
  const control = field ? form.elements.namedItem(field) : null
  const id = control instanceof Element ? `${control.id}-problem` : ''
  // The same words again would be read out again.
  if (said && said.id === id && said.textContent === text) return
  if (said) withdraw(form, said)
  if (!(control instanceof Element)) return
  const place = document.createElement('p')
  place.className = 'problem'
  place.id = id
  place.role = 'alert'
  place.textContent = text
  control.setAttribute('aria-invalid', 'true')
  control.setAttribute('aria-describedby', id)
  control.after(place)
  // A field out of sight cannot be corrected.
  const folded = control.closest('details')
  if (folded) folded.open = true
}

function withdraw(form: HTMLFormElement, said: Element): void {
  for (const control of form.querySelectorAll('[aria-invalid]')) {
    control.removeAttribute('aria-invalid')
    control.removeAttribute('aria-describedby')
  }
  said.remove()
}

// The welcome page's builder comes alive; without this the server draws its snippet.
const form = document.querySelector<HTMLFormElement>('form[data-builder]')
if (form) {
  const place = JSON.parse(form.dataset.builder ?? '') as BuilderPlace
  const update = startBuilder(form, place)
  startItemFinder(form, place.publicUrl, (item, state) => {
    if (item) place.item = item
    update(state)
    if (item) keepInAddress(form)
  })
}

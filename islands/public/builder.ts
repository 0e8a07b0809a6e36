import {
  type BuilderPlace,
  type BuiltSnippet,
  builderSnippet,
  surfaceOf,
} from '../../shared/public/builder-snippet.ts'

/** A preview is a page: it follows when somebody has stopped typing, ms. */
const SETTLE_MS = 350

/** Redraws snippet and preview while the form changes; gives the way to do it by hand. */
export function startBuilder(form: HTMLFormElement, place: BuilderPlace): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const update = () => {
    const fields = fieldsOf(form)
    const built = builderSnippet(fields, place)
    const field = document.getElementById('built') as HTMLTextAreaElement
    field.value = built.html
    clearTimeout(timer)
    timer = setTimeout(() => preview(built, surfaceOf(fields) === 'embed' || !built.fluid), SETTLE_MS)
  }
  form.addEventListener('input', update)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    update()
  })
  // What a browser put back into the form after a reload counts too.
  update()
  return update
}

const fieldsOf = (form: HTMLFormElement) =>
  new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))

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

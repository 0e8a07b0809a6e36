import { sizeText } from '../../shared/public/builder-problem.ts'
import type { BuilderPlace, BuiltSnippet } from '../../shared/public/builder-snippet.ts'
import { startBuilder, textsOf } from './builder-form.ts'
import { startItemFinder } from './item-finder.ts'

/** What each choice is where the address says nothing: its first option, but the size of §9. */
const USUAL: Readonly<Record<string, string>> = { what: 'embed', as: 'frame', size: '480' }

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

// The welcome page's builder comes alive; without this the server draws its snippet.
const form = document.querySelector<HTMLFormElement>('form[data-builder]')
if (form) {
  const place = JSON.parse(form.dataset.builder ?? '') as BuilderPlace
  const update = startBuilder(form, place, {
    usual: USUAL,
    hash: '#build',
    show(built, isEmbed) {
      preview(built, isEmbed || !built.fluid)
      const size = document.querySelector('.built-size span')
      if (size) size.textContent = sizeText(textsOf(form), built)
    },
  })
  startItemFinder(form, place.publicUrl, update)
}

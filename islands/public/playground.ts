import type { BuilderPlace, BuiltSnippet } from '../../shared/public/builder-snippet.ts'
import { PLAY_FIELDS, PLAY_HOSTS, PLAY_USUAL } from '../../shared/public/play-fields.data.ts'
import { startBuilder } from './builder-form.ts'
import { startItemFinder } from './item-finder.ts'

/** What the form says of the page around the frame; another word is the usual one. */
function hostOf(form: HTMLFormElement, name: 'host' | 'dir'): string {
  const given = new FormData(form).get(name)
  return PLAY_HOSTS[name].find((value) => value === given) ?? PLAY_USUAL[name] ?? ''
}

/** The element that a snippet writes. The policy of this page forbids a style in a tag. */
function elementOf(surface: string, { attributes }: BuiltSnippet): HTMLElement {
  const element = document.createElement(`loop-${surface}`)
  for (const [name, value = ''] of attributes) if (name !== 'style') element.setAttribute(name, value)
  return element
}

const form = document.querySelector<HTMLFormElement>('form[data-play]')
const stage = document.querySelector<HTMLElement>('[data-stage]')
if (form && stage) {
  const place = JSON.parse(form.dataset.play ?? '') as BuilderPlace
  const show = (built: BuiltSnippet) => {
    stage.dataset.host = hostOf(form, 'host')
    stage.dir = hostOf(form, 'dir')
    stage.dataset.size = built.fluid ? 'fluid' : 'fixed'
    const next = elementOf(String(new FormData(form).get('what')), built)
    // What has not changed goes on as it is.
    if (stage.firstElementChild?.cloneNode().isEqualNode(next)) return
    stage.replaceChildren(next)
  }
  const update = startBuilder(form, place, { usual: PLAY_USUAL, fields: PLAY_FIELDS, show })
  startItemFinder(form, place.publicUrl, update)
}

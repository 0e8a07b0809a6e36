import type { BuilderPlace } from '../../shared/public/builder-snippet.ts'
import { keepInAddress, startBuilder } from './builder/builder.ts'
import { startItemFinder } from './builder/item-finder.ts'

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

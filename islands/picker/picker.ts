import { altText } from '../../shared/gif/gif-texts.ts'
import { fullGif, type SlimGif } from '../../shared/gif/slim-gif.ts'
import { withTracking } from '../../shared/gif/tracking.ts'
import { draggedData } from '../../shared/picker/copied-text.ts'
import { pickedGif } from '../../shared/picker/picker-gif.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import { interpolate } from '../../shared/texts/interpolate.ts'
import { keptFavorites } from '../favorites/kept-favorites.ts'
import { browserFavorite, Full, isOwnPage, openFavorite } from '../favorites/open-favorite.ts'
import { openHostPort } from '../host/host-port.ts'
import { startWidgetTracking } from '../track/start-widget-tracking.ts'
import { startCompletion } from './completion.ts'
import { canCopyFile, copyFile, copyLink, copyMarkdown, saveFile } from './copy.ts'
import { type MenuItem, startMenu } from './menu.ts'
import { pagesOf } from './pages.ts'
import { FIRST_ID, type PickerProps } from './picker-props.ts'
import { remember } from './recents.ts'
import { startResults } from './results.ts'
import { startSaying } from './say.ts'
import { startViews } from './views.ts'

type First = { offset: number; done: boolean; failed: boolean; gifs: SlimGif[] }

/** Takes the picker's page over: what its links and its form do as pages happens in place, and a press picks. */
function start(root: HTMLElement, props: PickerProps, first: First): void {
  const { texts, publicUrl, tracking } = props
  const field = root.querySelector<HTMLInputElement>('#q') as HTMLInputElement
  const area = root.querySelector<HTMLElement>('#results') as HTMLElement
  const say = startSaying(root)
  const openMenu = startMenu(root)
  const { post } = openHostPort({
    search: ({ q }) => typeof q === 'string' && search(q.slice(0, field.maxLength)),
    focus: () => field.focus(),
    consent: ({ granted }) => typeof granted === 'boolean' && consent(granted),
    play: () => setPaused(false),
    pause: () => setPaused(true),
    stop: () => setPaused(true),
  })
  const { observe, consent } = startWidgetTracking(root, (type, gif) => post({ type, gif }), '')

  let none = emptyWord('list')
  const results = startResults(area, {
    props,
    observe,
    onFetched(count, done) {
      post({ type: 'fetched', count })
      if (count === 0) say.quietly(none)
      else if (done) say.quietly(interpolate(count === 1 ? texts.foundOne : texts.found, { count }))
    },
    onError(error) {
      say.quietly(texts.failed)
      post({ type: 'error', message: error instanceof Error ? error.message : String(error) })
    },
    onLeave: () => field.focus(),
  })
  const views = startViews(root, props, (view) => {
    none = emptyWord(view.kind)
    results.show(pagesOf(view, props.list), none)
  })
  const search = startCompletion(field, {
    label: texts.suggestions,
    onSearch: (q) => views.search(q),
    onDown: () => results.focus(),
    onEscape: () => post({ type: 'close' }),
  })
  views.onTerm((term) => search(term))

  function emptyWord(kind: 'list' | 'recent' | 'favorites'): string {
    if (kind === 'recent') return texts.noRecent
    if (kind === 'favorites') return keptFavorites() ? texts.noFavorites : texts.noStorage
    return props.noResultsMessage || texts.noResults
  }

  const copied = (done: boolean) => say(done ? texts.copied : texts.copyFailed)
  const ofFile = (act: Promise<void>, done: string) =>
    act.then(
      () => say(done),
      () => say(texts.fileFailed),
    )

  const pick = async (gif: Gif) => {
    const picked = pickedGif(gif, publicUrl)
    remember(gif.id)
    if (props.pick === 'copy' || parent === window) return copied(await copyLink(picked))
    post({ type: 'pick', gif: picked })
    say.quietly(interpolate(texts.picked, { title: picked.alt }))
  }

  const setFavorite = async (gif: Gif, favorite: boolean) => {
    try {
      const stored = isOwnPage() ? await openFavorite(gif.id) : browserFavorite(gif.id)
      await stored.save(favorite)
      say(favorite ? texts.favoriteAdded : texts.favoriteRemoved)
    } catch (error) {
      say(error instanceof Full ? texts.favoritesFull : texts.favoriteFailed)
    }
  }

  const menuFor = async (gif: Gif): Promise<MenuItem[]> => {
    const picked = pickedGif(gif, publicUrl)
    // An account that does not answer has no favorite to take back.
    const stored = isOwnPage() ? await openFavorite(gif.id).catch(() => undefined) : browserFavorite(gif.id)
    const favorite = stored?.favorite === true
    return [
      { label: texts.copyLink, act: () => copyLink(picked).then(copied) },
      { label: texts.copyMarkdown, act: () => copyMarkdown(picked).then(copied) },
      canCopyFile()
        ? { label: texts.copyFile, act: () => ofFile(copyFile(picked), texts.copied) }
        : { label: texts.saveFile, act: () => ofFile(saveFile(picked), '') },
      { label: favorite ? texts.unfavorite : texts.favorite, act: () => setFavorite(gif, !favorite) },
      { label: texts.openPage, href: withTracking(picked.url, tracking) },
    ]
  }
  const showMenu = async (gif: Gif, target: Element) => {
    const button = target.closest('li')?.querySelector<HTMLElement>('.tile-more')
    const back = target.closest<HTMLElement>('.loop-tile') ?? button
    if (!button || !back) return
    openMenu(button, interpolate(texts.actions, { title: altText(gif) }), await menuFor(gif), back)
  }

  area.addEventListener('click', (event) => {
    const { target, ctrlKey, metaKey, shiftKey } = event
    const gif = results.gifOf(target)
    if (!gif || !(target instanceof Element)) return
    if (target.closest('.tile-more')) showMenu(gif, target)
    // With these keys a link opens elsewhere, as links do.
    else if (target.closest('.loop-tile') && !ctrlKey && !metaKey && !shiftKey) {
      event.preventDefault()
      pick(gif)
    }
  })
  area.addEventListener('keydown', (event) => {
    const { key, shiftKey, target } = event
    if (key !== 'ContextMenu' && !(key === 'F10' && shiftKey)) return
    const gif = results.gifOf(target)
    if (!gif || !(target instanceof Element)) return
    event.preventDefault()
    showMenu(gif, target)
  })
  area.addEventListener('dragstart', ({ target, dataTransfer }) => {
    const gif = results.gifOf(target)
    if (!gif || !dataTransfer) return
    for (const [type, data] of Object.entries(draggedData(pickedGif(gif, publicUrl)))) {
      dataTransfer.setData(type, data)
    }
    dataTransfer.effectAllowed = 'copy'
  })

  const setPaused = (paused: boolean) => {
    root.toggleAttribute('data-paused', paused)
    results.setMotion(paused ? 'still' : 'play')
  }
  root.toggleAttribute('data-paused', matchMedia('(prefers-reduced-motion: reduce)').matches)
  root.querySelector('.pause')?.addEventListener('click', () => setPaused(!root.hasAttribute('data-paused')))

  const { type, q = '' } = props.list
  const view = { kind: 'list', type, q } as const
  results.adopt(
    { ...first, gifs: first.gifs.map(fullGif) },
    pagesOf(view, props.list, first.failed ? 0 : first.offset),
    emptyWord('list'),
  )
  root.toggleAttribute('data-ready', true)
  post({ type: 'ready' })
  if (first.failed) post({ type: 'error', message: 'The GIFs could not be loaded' })
  else post({ type: 'fetched', count: first.gifs.length })
}

const root = document.getElementById('picker')
if (root) {
  const first = JSON.parse(document.getElementById(FIRST_ID)?.textContent ?? '') as First
  start(root, JSON.parse(root.dataset.props ?? '') as PickerProps, first)
}

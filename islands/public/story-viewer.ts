/** How long each GIF is shown, in ms. */
import { own } from '../../shared/own.ts'

const SHOWN_MS = 4500

const isUnwanted = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** A story's GIFs one after another over the page: by itself, by key and by press. */
class Viewer {
  readonly dialog: HTMLDialogElement
  readonly items: HTMLElement[]
  readonly bars: HTMLElement[]
  readonly pictures = new Map<number, HTMLPictureElement>()
  at = 0
  paused = false
  /** Of the bar that fills while a GIF is shown: what ends it is what goes on. */
  progress: Animation | undefined

  constructor(dialog: HTMLDialogElement, items: HTMLElement[]) {
    this.dialog = dialog
    this.items = items
    this.bars = items.map(() => this.part('.viewer-bar').appendChild(document.createElement('i')))
    const actions: Record<string, () => void> = {
      previous: () => this.go(this.at - 1),
      next: () => this.go(this.at + 1),
      pause: () => this.pause(!this.paused),
      stage: () => this.pause(!this.paused),
      close: () => dialog.close(),
    }
    dialog.addEventListener('click', ({ target }) => {
      const { action = '' } = (target as Element).closest<HTMLElement>('[data-action]')?.dataset ?? {}
      own(actions, action)?.()
    })
    dialog.addEventListener('keydown', (event) => this.press(event))
    dialog.addEventListener('close', () => this.leave())
    document.addEventListener('visibilitychange', () => dialog.open && this.follow())
  }

  open(): void {
    this.pause(isUnwanted() || document.documentElement.hasAttribute('data-still'))
    this.dialog.showModal()
    this.part('[data-action="pause"]').focus()
    this.show(0)
  }

  part(selector: string): HTMLElement {
    const part = this.dialog.querySelector<HTMLElement>(selector)
    if (!part) throw new Error(`The viewer has no ${selector}`)
    return part
  }

  press(event: KeyboardEvent): void {
    const keys: Record<string, () => void> = {
      ArrowLeft: () => this.go(this.at - 1),
      ArrowRight: () => this.go(this.at + 1),
      Home: () => this.go(0),
      End: () => this.go(this.items.length - 1),
    }
    const onControl = (event.target as Element).closest('a, button')
    const act =
      own(keys, event.key) ?? (event.key === ' ' && !onControl ? () => this.pause(!this.paused) : undefined)
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    act()
  }

  /** Shows a GIF that the visitor asked for, and says which it is. */
  go(to: number): void {
    if (to >= this.items.length || to < 0) return
    this.show(to)
    this.part('[role="status"]').textContent = `${this.place()}: ${this.title()}`
  }

  place(): string {
    const { at = '' } = this.dialog.dataset
    return at.replace('{at}', String(this.at + 1)).replace('{count}', String(this.items.length))
  }

  title(): string {
    return this.items[this.at]?.textContent?.trim() ?? ''
  }

  show(at: number): void {
    this.at = at
    this.progress?.cancel()
    this.progress = undefined
    for (const [n, bar] of this.bars.entries()) bar.toggleAttribute('data-done', n < at)
    const picture = this.picture(at)
    this.part('.viewer-stage').replaceChildren(...(picture ? [picture] : []))
    this.still(picture)
    this.part('.viewer-at').textContent = this.place()
    const title = this.part('.viewer-title') as HTMLAnchorElement
    title.textContent = this.title()
    title.href = this.items[at]?.querySelector('a')?.href ?? ''
    this.part('[data-action="previous"]').toggleAttribute('hidden', at === 0)
    this.part('[data-action="next"]').toggleAttribute('hidden', at === this.items.length - 1)
    this.fill(at, picture)
  }

  /** A broken picture takes as long as any other: its words are there. */
  async fill(at: number, picture: HTMLPictureElement | undefined): Promise<void> {
    await picture
      ?.querySelector('img')
      ?.decode()
      .catch(() => {})
    if (at !== this.at || !this.dialog.open || this.progress) return
    this.picture(at + 1)
    const steps = [{ scale: '0 1' }, { scale: '1 1' }]
    this.progress = this.bars[at]?.animate(steps, {
      duration: SHOWN_MS,
      fill: 'forwards',
      pseudoElement: '::after',
    })
    this.progress?.addEventListener('finish', () => this.end())
    this.follow()
  }

  end(): void {
    if (this.at < this.items.length - 1) this.show(this.at + 1)
    else this.pause(true)
  }

  /** The picture of a GIF of the list, fetched from now on. */
  picture(at: number): HTMLPictureElement | undefined {
    const known = this.pictures.get(at) ?? this.items[at]?.querySelector('picture')?.cloneNode(true)
    if (!(known instanceof HTMLPictureElement)) return undefined
    const image = known.querySelector('img')
    if (image) image.loading = 'eager'
    if (image && !image.alt) image.alt = this.items[at]?.textContent?.trim() ?? ''
    this.pictures.set(at, known)
    return known
  }

  pause(paused: boolean): void {
    const isOver = !paused && this.progress?.playState === 'finished'
    this.paused = paused
    this.dialog.toggleAttribute('data-paused', paused)
    this.still(this.pictures.get(this.at))
    if (isOver) this.show(0)
    else this.follow()
  }

  still(picture: HTMLPictureElement | undefined): void {
    const source = picture?.querySelector<HTMLSourceElement>('source[data-still]')
    if (source) source.media = this.paused ? 'all' : 'not all'
  }

  /** The bar goes on while the visitor can see it. */
  follow(): void {
    if (!this.progress || this.progress.playState === 'finished') return
    if (this.paused || document.hidden) this.progress.pause()
    else this.progress.play()
  }

  leave(): void {
    this.progress?.cancel()
    this.progress = undefined
    this.part('.viewer-stage').replaceChildren()
  }
}

let viewer: Viewer | undefined

/** Opens the viewer of the page's story. */
export function open(): void {
  const dialog = document.querySelector<HTMLDialogElement>('.story-viewer')
  if (!dialog) return
  viewer ??= new Viewer(dialog, [...document.querySelectorAll<HTMLElement>('.story-gifs > li')])
  viewer.open()
}

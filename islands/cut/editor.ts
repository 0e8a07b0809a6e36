import { own } from '../../shared/own.ts'
import { drawPreview } from './caption.ts'
import type { Clip } from './clip.ts'
import { cropFrame } from './crop-frame.ts'
import { type Cut, sameCut, wholeCut } from './cut.ts'
import type { FilmEncoder } from './encoder.ts'
import { fillFields, freeRatio, longestCut, ratioOf, readFields } from './fields.ts'
import { makeCut, resultOf } from './make.ts'
import { createPlayer } from './player.ts'

/** Pixels of the preview on a side: more is not seen. */
const PREVIEW_PX = 960

/** What the visitor has done in the end: made a file, or wants the whole one. */
export type Edited = { made?: { file: Blob; cut: Cut } }

type Wanted = {
  /** The page's dialog (`worker/people/cut-dialog.tsx`). */
  dialog: HTMLDialogElement
  name: string
  /** What was chosen for this file before. */
  before?: Cut | undefined
  language: string
  film?: FilmEncoder | undefined
}

/** The dialog for one clip. It's done when `run` resolves, and may be ended at any time. */
export class Editor {
  readonly #wanted: Wanted
  readonly #clip: Clip
  readonly #form: HTMLFormElement
  readonly #first: Cut
  readonly #ended = new AbortController()
  readonly #result = Promise.withResolvers<Edited | undefined>()
  readonly #frame: ReturnType<typeof cropFrame>
  readonly #player: ReturnType<typeof createPlayer>
  #cut: Cut
  #isPlaying: boolean
  #at: number
  #making: AbortController | undefined

  constructor(clip: Clip, wanted: Wanted) {
    this.#clip = clip
    this.#wanted = wanted
    this.#form = this.#part('form')
    this.#first = wanted.before ?? longestCut(clip)
    this.#cut = this.#first
    this.#at = this.#first.start
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    this.#isPlaying = this.#hasTime() && !isStill
    this.#player = createPlayer(clip, this.#drawing())
    const hold = {
      picture: () => clip,
      box: () => this.#cut.crop,
      ratio: () => ratioOf(this.#form),
      change: (crop: Cut['crop']) => {
        freeRatio(this.#form)
        this.#change({ ...this.#cut, crop })
      },
    }
    this.#frame = cropFrame(this.#part('.cut-frame'), hold, this.#ended.signal)
  }

  /** Shows the dialog. The result is nothing where the visitor has left it. */
  run(): Promise<Edited | undefined> {
    this.#part('[data-part="name"]').textContent = this.#wanted.name
    this.#part('.cut-stage').style.setProperty('--ratio', String(this.#clip.width / this.#clip.height))
    this.#part('.cut-times').hidden = !this.#hasTime()
    fillFields(this.#form, this.#clip, this.#cut)
    this.#listen()
    this.#say('')
    this.#wanted.dialog.showModal()
    this.#change(this.#cut)
    this.#play(this.#isPlaying)
    return this.#result.promise
  }

  end(): void {
    this.#making?.abort()
    this.#player.stop()
    this.#ended.abort()
    this.#wanted.dialog.close()
  }

  /** A still has none. */
  #hasTime(): boolean {
    return this.#clip.marks.length > 2
  }

  #part<Part extends HTMLElement>(selector: string): Part {
    const part = this.#wanted.dialog.querySelector<Part>(selector)
    if (!part) throw new Error(`The editor has no ${selector}`)
    return part
  }

  /** Draws frames into the preview, as they will be. */
  #drawing(): Parameters<typeof createPlayer>[1] {
    const { width, height } = this.#clip
    const canvas: HTMLCanvasElement = this.#part('canvas')
    const scale = Math.min(1, PREVIEW_PX / Math.max(width, height))
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.max(1, Math.round(height * scale))
    const context = canvas.getContext('2d')
    return ({ image, at }) => {
      this.#at = at
      if (context) drawPreview(context, image, this.#cut, resultOf(this.#clip, this.#cut).size, scale)
    }
  }

  #listen(): void {
    const once = { signal: this.#ended.signal }
    const presses: Record<string, () => void> = {
      pause: () => this.#play(!this.#isPlaying),
      reset: () => {
        fillFields(this.#form, this.#clip, longestCut(this.#clip))
        this.#change(longestCut(this.#clip))
        this.#play(this.#isPlaying)
      },
      whole: () => this.#result.resolve({}),
      cancel: () => this.#leave(),
    }
    this.#wanted.dialog.addEventListener(
      'click',
      ({ target }) => {
        const { press } = (target as Element).closest<HTMLElement>('[data-press]')?.dataset ?? {}
        own(presses, press ?? '')?.()
      },
      once,
    )
    const later = (act: () => void) => (event: Event) => {
      event.preventDefault()
      act()
    }
    this.#form.addEventListener(
      'submit',
      later(() => void this.#make()),
      once,
    )
    const leave = later(() => this.#leave())
    this.#wanted.dialog.addEventListener('cancel', leave, once)
    // A browser closes a dialog at the second Escape without asking again.
    this.#wanted.dialog.addEventListener(
      'keydown',
      (event) => event.key === 'Escape' && !event.isComposing && leave(event),
      once,
    )
    this.#form.addEventListener('input', ({ target }) => this.#read(target as HTMLInputElement), once)
    // A handle was let go.
    this.#form.addEventListener('change', () => this.#play(this.#isPlaying), once)
    addEventListener('beforeunload', (event) => this.#isChanged() && event.preventDefault(), once)
  }

  #read({ name }: HTMLInputElement): void {
    this.#change(readFields(this.#form, this.#clip, this.#cut, name))
    // What a handle is at, while it's moved.
    if (name === 'start') this.#show(this.#cut.start)
    if (name === 'end') this.#show(this.#clip.marks[this.#clip.marks.indexOf(this.#cut.end) - 1] ?? 0)
  }

  /** Shows a cut: in its frame, in words, and in the paused picture. */
  #change(cut: Cut): void {
    this.#cut = cut
    this.#frame.show()
    const seconds = new Intl.NumberFormat(this.#wanted.language, {
      style: 'unit',
      unit: 'second',
      unitDisplay: 'short',
      maximumFractionDigits: 2,
    })
    for (const name of ['start', 'end'] as const) {
      const text = seconds.format(cut[name])
      this.#part(`[data-part="${name}"]`).textContent = text
      this.#part(`[name="${name}"]`).setAttribute('aria-valuetext', text)
    }
    const last = this.#clip.marks.length - 1
    const line = this.#part('.cut-line').style
    line.setProperty('--from', String(this.#clip.marks.indexOf(cut.start) / last))
    line.setProperty('--to', String(this.#clip.marks.indexOf(cut.end) / last))
    const { width, height } = resultOf(this.#clip, cut).size
    const time = this.#hasTime() ? ` · ${seconds.format(cut.end - cut.start)}` : ''
    this.#part('[data-part="result"]').textContent = `${width} × ${height}${time}`
    if (!this.#isPlaying) this.#show(this.#at)
  }

  #show(at: number): void {
    this.#player.show(at).catch(() => this.#say('failed'))
  }

  /** Plays the part from its start again and again, or stops where it is. */
  #play(isPlaying: boolean): void {
    this.#isPlaying = isPlaying
    this.#part('[data-press="pause"]').toggleAttribute('data-paused', !isPlaying)
    if (isPlaying) this.#player.play(this.#cut.start, this.#cut.end).catch(() => this.#say('failed'))
    else this.#show(Math.min(Math.max(this.#at, this.#cut.start), this.#cut.end))
  }

  #isChanged(): boolean {
    return !sameCut(this.#cut, this.#first)
  }

  /** While a file is made this stops it; else the dialog ends, and asks first where something would be lost. */
  #leave(): void {
    const question = this.#wanted.dialog.dataset.question ?? ''
    if (this.#making) this.#making.abort()
    else if (!this.#isChanged() || confirm(question)) this.#result.resolve(undefined)
  }

  /** Shows one of the dialog's sentences. */
  #say(name: string): void {
    for (const part of this.#wanted.dialog.querySelectorAll<HTMLElement>('[data-say]'))
      part.hidden = part.dataset.say !== name
  }

  async #make(): Promise<void> {
    if (this.#making) return
    if (sameCut(this.#cut, wholeCut(this.#clip, this.#clip.marks.at(-1) ?? 0))) {
      this.#result.resolve({})
      return
    }
    const making = new AbortController()
    this.#making = making
    const progress: HTMLProgressElement = this.#part('progress')
    const [cut, { film }] = [this.#cut, this.#wanted]
    const onProgress = (part: number) => {
      progress.value = part
    }
    this.#player.stop()
    this.#setBusy(true)
    try {
      const work = { signal: making.signal, onProgress, ...(film && { film }) }
      this.#result.resolve({ made: { file: await makeCut(this.#clip, cut, work), cut } })
    } catch {
      this.#say(making.signal.aborted ? '' : 'failed')
    }
    this.#making = undefined
    this.#setBusy(false)
  }

  #setBusy(isBusy: boolean): void {
    for (const field of this.#form.querySelectorAll('fieldset')) field.disabled = isBusy
    const progress: HTMLProgressElement = this.#part('progress')
    progress.hidden = !isBusy
    progress.value = 0
    if (isBusy) this.#say('making')
    else this.#play(this.#isPlaying)
  }
}

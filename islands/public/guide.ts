import { own } from '../../shared/own.ts'
import { FRAME_MESSAGES } from '../host/protocol.ts'
import type { LoopElement } from '../partner/element-types.ts'

/** How many lines the log keeps. */
const LINES = 30

const ELEMENTS = 'loop-embed, loop-carousel, loop-grid, loop-picker'

/** What each button of a live example does with the element. */
const COMMANDS: Readonly<Record<string, (element: LoopElement) => void>> = {
  play: (element) => element.play(),
  pause: (element) => element.pause(),
  stop: (element) => element.stop(),
  share: (element) => element.share(),
  consent: (element) => element.consent(true),
  load: (element) => element.load(element.getAttribute('gif') ?? ''),
}

/** Of a picked GIF's sizes the names alone: with their addresses they would fill the log. */
const brief = (name: string, value: unknown): unknown =>
  name === 'images' && value ? Object.keys(value) : value

function write({ type, detail, currentTarget }: CustomEvent<object>): void {
  const log = (currentTarget as Element).querySelector('[data-log]')
  const line = document.createElement('li')
  line.textContent = Object.keys(detail ?? {}).length > 0 ? `${type} ${JSON.stringify(detail, brief)}` : type
  log?.prepend(line)
  log?.children[LINES]?.remove()
}

for (const example of document.querySelectorAll('[data-example]')) {
  for (const type of Object.keys(FRAME_MESSAGES))
    example.addEventListener(`loop-${type}`, (event) => write(event as CustomEvent))
}

for (const button of document.querySelectorAll<HTMLElement>('[data-command]')) {
  button.addEventListener('click', () => {
    const element = button.closest('[data-example]')?.querySelector<LoopElement>(ELEMENTS)
    if (element) own(COMMANDS, button.dataset.command ?? '')?.(element)
  })
}

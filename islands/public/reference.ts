import { attempt } from '../dom/page.ts'

/** The answer is shown up to here: a page of long lists would be slow. */
const SHOWN_CHARS = 20_000

/** Sends a read and shows next to it what was asked, how it went and what came. */
async function show(url: string, behind: Element): Promise<void> {
  const box = boxBehind(behind)
  const [line, text] = box.children
  if (!line || !text) return
  const request = `GET ${url.replace(location.origin, '')}`
  line.textContent = `${request} …`
  const start = performance.now()
  try {
    const response = await fetch(url)
    const body = await response.text()
    line.textContent = `${request} → ${response.status}, ${Math.round(performance.now() - start)} ms`
    text.textContent = readable(body)
  } catch {
    line.textContent = `${request} → no answer`
    text.textContent = ''
  }
}

/** Where the answer of a link or a form goes: made the first time. */
function boxBehind(behind: Element): Element {
  const known = behind.nextElementSibling
  if (known?.matches('.answer')) return known
  const box = document.createElement('div')
  box.className = 'answer'
  const line = document.createElement('p')
  line.setAttribute('role', 'status')
  const text = document.createElement('pre')
  // It scrolls, by key too.
  text.tabIndex = 0
  box.append(line, text)
  behind.after(box)
  return box
}

function readable(body: string): string {
  const text = attempt(() => JSON.stringify(JSON.parse(body), null, 2)) ?? body
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}\n…` : text
}

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('[data-try]')
  // Anything but a plain press opens it as a link.
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  void show(link.href, link)
})

document.querySelector<HTMLFormElement>('[data-try-form]')?.addEventListener('submit', (event) => {
  event.preventDefault()
  const form = event.currentTarget as HTMLFormElement
  const fields = new URLSearchParams(new FormData(form) as unknown as Record<string, string>)
  void show(`${form.action}?${fields}`, form)
})

/** Leaves the calls that have each word, by the rule of `worker/reference/calls.ts`, and the chapters with any. */
function filter(find: string): void {
  const words = find.toLowerCase().split(/\s+/)
  const calls = [...document.querySelectorAll<HTMLElement>('.call')]
  let count = 0
  for (const call of calls) {
    const text = `${call.querySelector('.call-head')?.textContent} ${call.id}`.toLowerCase()
    call.hidden = !words.every((word) => text.includes(word))
    if (!call.hidden) count += 1
    const link = document.querySelector(`.api-nav [href="#${call.id}"]`)?.closest<HTMLElement>('li')
    if (link) link.hidden = call.hidden
  }
  for (const chapter of document.querySelectorAll<HTMLElement>('section[data-chapter]')) {
    chapter.hidden = !chapter.querySelector('.call:not([hidden])')
    const link = document.querySelector<HTMLElement>(`.api-nav [data-chapter="${chapter.dataset.chapter}"]`)
    if (link) link.hidden = chapter.hidden
  }
  if (output) output.value = `${count} of ${calls.length} calls`
}

const field = document.querySelector<HTMLInputElement>('#find')
const output = document.querySelector<HTMLOutputElement>('.api-find output')
// A page that the server has filtered holds fewer calls: its form asks the server again.
if (field && output && !field.defaultValue) {
  field.addEventListener('input', () => filter(field.value))
  field.form?.addEventListener('submit', (event) => event.preventDefault())
  field.form?.setAttribute('data-live', '')
  // Kept by the browser on the way back.
  if (field.value) filter(field.value)
}

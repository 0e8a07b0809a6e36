import { toSvg } from 'lean-qr/extras/svg'
import { generate } from 'lean-qr/nano'
import { clipboardAllowed, copyText } from '../dom/clipboard.ts'

type Child = Node | string | false | undefined

/** An element with its attributes; one that is `false` is left out. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | boolean>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(name, value === true ? '' : value)
  }
  made.append(...children.filter((child) => child !== false && child !== undefined))
  return made
}

/** A part of the page, as those of `/account`. */
export const part = (title: string, text: string, ...children: readonly Child[]): HTMLElement =>
  el(
    'section',
    { class: 'part' },
    el('div', { class: 'part-about' }, el('h2', {}, title), text && el('p', { class: 'note' }, text)),
    el('div', { class: 'part-content' }, ...children),
  )

export type Field = {
  name: string
  label: string
  value?: string
  attributes?: Readonly<Record<string, string>>
}

/**
 * A form of one field at most, which says what went wrong.
 * @param send makes its call; it throws the text of the problem
 */
export function formOf(
  fields: readonly Field[],
  submit: string,
  send: (values: Readonly<Record<string, string>>) => Promise<void>,
  { quiet = false, about = '' }: { quiet?: boolean; about?: string } = {},
): HTMLFormElement {
  const problem = el('p', { class: 'problem', role: 'alert', hidden: true })
  const button = el('button', { type: 'submit', class: quiet ? 'act quiet' : 'act' }, submit)
  if (about) button.append(el('span', { class: 'name-of' }, ` ${about}`))
  const entries = fields.map(({ name, label, value = '', attributes = {} }) =>
    el(
      'div',
      { class: 'entry' },
      el('label', { for: `factor-${name}` }, label),
      el('input', { id: `factor-${name}`, name, value, ...attributes }),
    ),
  )
  const form = el('form', { class: 'form', method: 'post' }, ...entries, problem, button)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (button.disabled) return
    button.disabled = true
    problem.hidden = true
    const values = Object.fromEntries(new FormData(form)) as Record<string, string>
    try {
      await send(values)
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : ''
      problem.hidden = false
      form.querySelector('input')?.focus()
    }
    button.disabled = false
  })
  return form
}

/** A text to copy; with several lines as a field of as many. */
export function copyField(
  id: string,
  label: string,
  value: string,
  texts: { copy: string; copied: string },
): HTMLElement {
  // A phone shows all of a key, which is typed by hand there.
  const rows = String(value.split('\n').length)
  const field = el('textarea', { id, readonly: true, rows, spellcheck: 'false' }, value)
  field.addEventListener('focus', () => field.select())
  const copied = el('span', { class: 'copied', role: 'status' })
  const button = el('button', { type: 'button', class: 'copy', hidden: !clipboardAllowed() }, texts.copy)
  button.addEventListener('click', async () => {
    if (await copyText(value)) copied.textContent = texts.copied
    else field.focus()
  })
  return el(
    'div',
    { class: 'copy-field', 'data-lines': 'many' },
    el('label', { for: id }, label),
    field,
    button,
    copied,
  )
}

/** An address as a QR code. */
export function picture(address: string, label: string): HTMLElement {
  const place = el('div', { class: 'qr', role: 'img', 'aria-label': label })
  place.append(toSvg(generate(address), document, { on: 'black', off: 'white', pad: 3 }))
  return place
}

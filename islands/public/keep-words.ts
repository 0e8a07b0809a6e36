/** Boxes that show what is typed into a password's field; it is one again when the form is sent, for what remembers it. */
export function startShowingPasswords(): void {
  for (const box of document.querySelectorAll<HTMLInputElement>('[data-shows]')) {
    const field = document.getElementById(box.dataset.shows ?? '') as HTMLInputElement
    const show = () => {
      field.type = box.checked ? 'text' : 'password'
    }
    // A browser may remember the box of a page that is loaded again.
    show()
    box.addEventListener('change', show)
    field.form?.addEventListener('submit', () => {
      field.type = 'password'
    })
  }
}

/** Asks before the page is left while one of its forms holds words that are not sent, or were refused (`data-keeps`). */
export function startKeepingWords(): void {
  const forms = [...document.querySelectorAll<HTMLFormElement>('form[data-keeps]')]
  if (forms.length === 0) return
  let sent: EventTarget | null = null
  document.addEventListener('submit', ({ target, defaultPrevented }) => {
    sent = defaultPrevented ? null : target
  })
  addEventListener('beforeunload', (event) => {
    if (forms.some((form) => form !== sent && isUnsent(form))) event.preventDefault()
  })
}

const isUnsent = (form: HTMLFormElement): boolean =>
  form.dataset.keeps === 'refused' ||
  [...form.elements].some((field) => 'defaultValue' in field && (field as Typed).value !== field.defaultValue)

/** A field that text is typed into. */
export type Typed = HTMLInputElement | HTMLTextAreaElement

import { clipboardAllowed, copyText } from '../dom/clipboard.ts'

type Field = HTMLInputElement | HTMLTextAreaElement

/** How long 'Copied' is shown, ms. */
const COPIED_MS = 2000

/** §5 Share fields select their contents on focus or click; a button next to each one copies it. */
export function startShareFields(): void {
  for (const field of document.querySelectorAll<Field>('[data-share]')) {
    field.addEventListener('focus', () => field.select())
    field.addEventListener('click', () => field.select())
  }
  for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) {
    button.hidden = !clipboardAllowed()
    button.addEventListener('click', () => copy(button))
  }
}

async function copy(button: HTMLElement): Promise<void> {
  const field = document.getElementById(button.dataset.copy ?? '') as Field
  const status = button.parentElement?.querySelector<HTMLElement>('.copied')
  if (!(await copyText(field.value))) {
    // Selected, the text is one keystroke from being copied.
    field.focus()
    button.hidden = true
    return
  }
  field.dispatchEvent(new Event('copied', { bubbles: true }))
  if (!status) return
  status.textContent = status.dataset.text ?? ''
  setTimeout(() => {
    status.textContent = ''
  }, COPIED_MS)
}

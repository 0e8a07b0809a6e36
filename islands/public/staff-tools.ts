import { caseAddress, libraryAddress } from '../../shared/admin/addresses.ts'
import { ADMIN_PAGES } from '../../shared/admin/admin-pages.ts'
import { idOfSlug } from '../../shared/gif/item-path.ts'
import { languages } from '../../shared/texts/languages.ts'
import { TOOL_TEXTS } from '../../shared/texts/tool-texts.ts'
import { unmark } from '../dom/staff-mark.ts'
import { STYLE } from './staff-style.ts'
import { feature, readHidden, readUser, setHidden, takeDown } from './tool-calls.ts'
import { startNaming } from './viewer.ts'

const texts = TOOL_TEXTS[languages.find((each) => each === document.documentElement.lang) ?? 'en']

/** The tools of an item, as they are drawn: what each says, and where it leads or what it does. */
type Tool = { text: string; href: string } | { text: string; press: (button: HTMLButtonElement) => unknown }

/** An element with a text or others in it. */
function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  fields: Partial<HTMLElementTagNameMap[Name]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), fields)
  element.append(...children)
  return element
}

const status = make('p', { className: 'staff-said', role: 'status' })
const say = (text: string) => {
  status.textContent = text
}

/** Does it, and says how that ended. */
async function act(work: () => Promise<unknown>, text: string): Promise<void> {
  say('')
  const isDone = await work().then(
    () => true,
    () => false,
  )
  say(isDone ? text : texts.failed)
}

const dialogs = new Map<string, HTMLDialogElement>()

/**
 * Asks for the reason of a takedown. What was typed is there when it's asked again, and the focus goes back to the tool, or
 * to the button of its menu.
 */
function askReason(id: string, tool: HTMLElement): void {
  const dialog = dialogs.get(id) ?? drawQuestion(id)
  dialogs.set(id, dialog)
  const from = tool.closest('.staff-menu')?.previousElementSibling ?? tool
  dialog.addEventListener('close', () => (from as HTMLElement).focus(), { once: true })
  dialog.showModal()
}

function drawQuestion(id: string): HTMLDialogElement {
  const reason = make('textarea', { name: 'reason', maxLength: 500, required: true, rows: 3 })
  const dialog = make('dialog', { className: 'staff-ask' })
  const cancel = make('button', { type: 'button', onclick: () => dialog.close() }, texts.cancel)
  const form = make(
    'form',
    { method: 'dialog' },
    make('label', {}, texts.reason, reason),
    make('div', {}, cancel, make('button', { type: 'submit' }, texts.takeDown)),
  )
  const go = async () => {
    await takeDown(id, reason.value.trim())
    form.reset()
  }
  form.addEventListener('submit', () => void act(go, texts.takenDown))
  dialog.setAttribute('aria-label', texts.takeDown)
  dialog.append(form)
  document.body.append(dialog)
  return dialog
}

/** What this person may do with an item. @param isHidden undefined for an item that our library does not have */
function toolsOf(id: string, isStaff: boolean, isHidden: boolean | undefined): Tool[] {
  const hide = (button: HTMLButtonElement) => {
    const next = button.textContent === texts.hide
    return act(
      async () => {
        await setHidden(id, next)
        button.textContent = next ? texts.show : texts.hide
      },
      next ? texts.hidden : texts.shown,
    )
  }
  const own: Tool[] = [
    ...('cases' in ADMIN_PAGES ? [{ text: texts.openCase, href: caseAddress(id) }] : []),
    { text: texts.edit, href: libraryAddress(id) },
    { text: isHidden ? texts.show : texts.hide, press: hide },
  ]
  const ofStaff: Tool[] = [
    { text: texts.takeDown, press: (button) => askReason(id, button) },
    { text: texts.feature, press: () => act(() => feature(id), texts.featured) },
  ]
  return [...(isHidden === undefined ? [] : own), ...(isStaff ? ofStaff : [])]
}

async function drawTools(id: string, isStaff: boolean): Promise<HTMLElement[]> {
  const isHidden = await readHidden(id).catch(() => undefined)
  return toolsOf(id, isStaff, isHidden).map((tool) => {
    if ('href' in tool) return make('a', { href: tool.href }, tool.text)
    const button = make('button', { type: 'button' }, tool.text)
    button.addEventListener('click', () => tool.press(button))
    return button
  })
}

/** A tile's button, which opens its tools. */
function addToTile(tile: HTMLAnchorElement, isStaff: boolean): void {
  const id = idOfSlug(tile.pathname.split('/').at(-1) ?? '')
  if (!id || tile.parentElement?.querySelector('.staff-more')) return
  const menu = make('div', { className: 'staff-menu', popover: 'auto' })
  const title = tile.querySelector('img')?.alt ?? id
  const button = make('button', { type: 'button', className: 'staff-more', popoverTargetElement: menu }, '⋯')
  button.setAttribute('aria-label', `${texts.tools}: ${title}`)
  menu.addEventListener('toggle', async () => {
    if (!menu.matches(':popover-open')) return
    if (!menu.firstChild) menu.append(...(await drawTools(id, isStaff)))
    const { bottom, left } = button.getBoundingClientRect()
    menu.style.top = `${Math.max(8, Math.min(bottom, innerHeight - menu.offsetHeight - 8))}px`
    menu.style.left = `${Math.max(8, Math.min(left, innerWidth - menu.offsetWidth - 8))}px`
    menu.querySelector<HTMLElement>('a, button')?.focus()
  })
  tile.after(button, menu)
}

/** Adds the tools of moderators and staff to a public page: in its head, next to its item, and on its tiles. */
export async function startTools(): Promise<void> {
  const user = await readUser()
  const { role } = user
  if (role !== 'moderator' && role !== 'staff') return unmark()
  // Who went from the sign-in to the staff pages has seen no page that names them.
  startNaming(JSON.stringify({ id: user.id, name: user.display_name || user.username }))
  const isStaff = role === 'staff'
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(STYLE)
  document.adoptedStyleSheets.push(sheet)
  document.querySelector('.ways')?.append(make('a', { href: '/admin' }, texts.staff))
  document.body.append(status)
  const addAll = () => {
    for (const tile of document.querySelectorAll<HTMLAnchorElement>('a.row-tile')) addToTile(tile, isStaff)
  }
  addAll()
  const content = document.getElementById('content')
  if (content) new MutationObserver(addAll).observe(content, { childList: true, subtree: true })
  const words = document.querySelector('.item-words')
  const id = words && idOfSlug(location.pathname.split('/').at(-1) ?? '')
  if (!words || !id) return
  const group = make('div', { className: 'staff-tools', role: 'group', ariaLabel: texts.tools })
  group.append(...(await drawTools(id, isStaff)))
  words.append(group)
}

import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { snippetHtml } from '../../shared/gif/snippet.ts'
import { NETWORKS, type Network, shareLink } from '../../shared/gif/social-links.ts'
import { textsIn } from '../../shared/texts/texts.ts'
import { clipboardAllowed, copyText } from '../dom/clipboard.ts'
import type { EmbedModel, EmbedProps } from '../model/embed-model.ts'
import { FavoriteButton } from './favorite-button.tsx'
import { ShareIcon } from './share-button.tsx'

export type ShareProps = Pick<
  EmbedProps,
  'lang' | 'brand' | 'title' | 'href' | 'shareUrl' | 'embedUrl' | 'poster' | 'width' | 'height'
> & {
  /** The item that can become a favorite; a widget has none. */
  id?: string
}

/** What the menu needs of its page's model: an embed's, or a widget's. */
export type ShareModel = Pick<EmbedModel, 'shareOpen' | 'openShare' | 'closeShare' | 'report'>

export type ShareMenuProps = ShareProps & { model: ShareModel }

/** §2 The share menu itself, over everything else: favourite, networks, texts to copy, close. */
export function ShareDialog(props: ShareMenuProps) {
  const { id, lang, title, shareUrl, poster, model } = props
  const texts = textsIn(lang)
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const open = dialog.current
    open?.showModal()
    // Closed before it is taken away, so that the browser gives the focus back.
    return () => open?.close()
  }, [])

  const { report } = model
  return (
    <dialog
      ref={dialog}
      className="share-dialog"
      aria-labelledby="share-title"
      closedby="any"
      onClose={model.closeShare}
      onKeyDown={keepFocus}
    >
      <div className="share-head">
        <h2 id="share-title">{texts.share}</h2>
        {id && <FavoriteButton id={id} texts={texts} onPress={() => report('favorite')} />}
        <button type="button" className="share-round" onClick={model.closeShare}>
          <ShareIcon name="close" />
          <span className="name-of">{texts.close}</span>
        </button>
      </div>
      <div className="share-networks">
        {NETWORKS.map((network) => (
          <SocialLink
            key={network.id}
            network={network}
            href={shareLink(network, { url: shareUrl, title, poster })}
            report={report}
          />
        ))}
      </div>
      <ShareFields {...props} />
    </dialog>
  )
}

/** Snippet and link, to copy. */
function ShareFields(props: ShareMenuProps) {
  const { lang, shareUrl, model } = props
  const texts = textsIn(lang)
  const [canCopy, setCanCopy] = useState(clipboardAllowed)
  const shared = { texts, canCopy, report: model.report, onRefused: () => setCanCopy(false) }
  return (
    <div className="share-fields">
      <ShareField {...shared} name="embed" value={snippetHtml({ ...props, itemUrl: shareUrl })} />
      <ShareField {...shared} name="link" value={shareUrl} />
    </div>
  )
}

// A modal dialog holds the focus within the frame, but from its ends the Tab key would still leave for the host page.
function keepFocus(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button, input')]
  const [end, other] = event.shiftKey ? [0, -1] : [-1, 0]
  if (document.activeElement !== stops.at(end)) return
  event.preventDefault()
  stops.at(other)?.focus()
}

/** What is reported of each field, and its Copy button's name. */
const FIELDS = {
  embed: { press: 'embed-code', copied: 'copy-embed-code', copy: 'copyEmbed' },
  link: { press: 'link', copied: 'copy-link', copy: 'copyLink' },
} as const

type ShareFieldProps = Pick<ShareModel, 'report'> & {
  name: keyof typeof FIELDS
  value: string
  texts: ReturnType<typeof textsIn>
  canCopy: boolean
  /** The browser does not let us copy after all. */
  onRefused: () => void
}

/** How long 'Copied' is shown, ms. */
const COPIED_MS = 2000

/** §5 A share field: a text to take along, which selects itself on focus or click. */
function ShareField({ name, value, texts, canCopy, report, onRefused }: ShareFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const id = `share-${name}`
  const { press, copied } = FIELDS[name]
  return (
    <div className="share-field">
      <label htmlFor={id}>{texts[name]}</label>
      <input
        ref={field}
        id={id}
        value={value}
        readOnly
        spellCheck={false}
        onFocus={({ currentTarget }) => currentTarget.select()}
        // A press within a selection would take it away after the click: the press is ours, then nothing does.
        onMouseDown={(event) => event.preventDefault()}
        onClick={({ currentTarget }) => {
          currentTarget.focus()
          currentTarget.select()
          report(press)
        }}
        onCopy={() => report(copied)}
      />
      {canCopy && <CopyButton {...{ name, value, texts, report, onRefused, field }} />}
    </div>
  )
}

type CopyProps = Omit<ShareFieldProps, 'canCopy'> & { field: RefObject<HTMLInputElement | null> }

function CopyButton({ name, value, texts, report, onRefused, field }: CopyProps) {
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(setDone, COPIED_MS, false)
    return () => clearTimeout(timer)
  }, [done])

  const copyIt = async () => {
    if (await copyText(value)) {
      setDone(true)
      report(FIELDS[name].copied)
    } else {
      // The button goes, so the focus needs a place; selected, the text is one keystroke from being copied.
      field.current?.focus()
      onRefused()
    }
  }
  return (
    <>
      <button type="button" className="share-round" onClick={copyIt}>
        <ShareIcon name={done ? 'check' : 'copy'} />
        <span className="name-of">{texts[FIELDS[name].copy]}</span>
      </button>
      {/* Empty before it speaks: a live region that comes with its text stays unread. */}
      <span className="share-copied" role="status">
        {done && texts.copied}
      </span>
    </>
  )
}

type SocialProps = Pick<ShareModel, 'report'> & { network: Network; href: string }

/** One network: a pop-up where the browser lets us, else the plain link that it is. */
function SocialLink({ network: { id, name, popup }, href, report }: SocialProps) {
  const share = (event: MouseEvent) => {
    report('social', name)
    // With a key held, the visitor has said where it should open.
    const plain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    if (plain && openPopup(href, popup)) event.preventDefault()
  }
  return (
    <a className="share-network" data-network={id} href={href} target="_blank" rel="noopener" onClick={share}>
      <ShareIcon name={id} />
      <span>{name}</span>
    </a>
  )
}

/** Opens a page in a small window in the middle (§2), without a way back to ours. False where refused: then the plain link works. */
function openPopup(href: string, [width, height]: readonly [number, number]): boolean {
  const left = Math.round(screenX + Math.max(0, outerWidth - width) / 2)
  const top = Math.round(screenY + Math.max(0, outerHeight - height) / 2)
  // With `noopener` the result would always be null, refused or not: https://html.spec.whatwg.org/#dom-open
  const popup = window.open(href, '_blank', `popup,width=${width},height=${height},left=${left},top=${top}`)
  if (!popup) return false
  popup.opener = null
  return true
}

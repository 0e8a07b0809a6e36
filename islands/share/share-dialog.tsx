import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { snippetHtml } from '../../shared/gif/snippet.ts'
import { NETWORKS, type Network, type Shared, shareLink } from '../../shared/gif/social-links.ts'
import { textsIn } from '../../shared/texts/texts.ts'
import { clipboardAllowed, copyText } from '../dom/clipboard.ts'
import type { EmbedModel, EmbedProps } from '../model/embed-model.ts'
import { FavoriteButton } from './favorite-button.tsx'
import { ShareIcon } from './share-button.tsx'

/**
 * Opens a page in a small window in the middle of the browser's (§2). Gives whether it opened:
 * where pop-ups are refused, the caller lets its plain link work. The new page cannot reach back to ours.
 */
export function openPopup(href: string, [width, height]: readonly [number, number]): boolean {
  const left = Math.round(screenX + Math.max(0, outerWidth - width) / 2)
  const top = Math.round(screenY + Math.max(0, outerHeight - height) / 2)
  // With `noopener` the result would always be null, refused or not: https://html.spec.whatwg.org/#dom-open
  const popup = window.open(href, '_blank', `popup,width=${width},height=${height},left=${left},top=${top}`)
  if (!popup) return false
  popup.opener = null
  return true
}

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
  const shared = { url: shareUrl, title, poster }
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
            shared={shared}
            onShare={(name) => report('social', name)}
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
  const { report } = model
  const texts = textsIn(lang)
  const [canCopy, setCanCopy] = useState(clipboardAllowed)
  const field = { copied: texts.copied, onRefused: () => setCanCopy(false) }
  return (
    <div className="share-fields">
      <ShareField
        {...field}
        id="share-embed"
        label={texts.embed}
        value={snippetHtml({ ...props, itemUrl: shareUrl })}
        copy={canCopy ? texts.copyEmbed : undefined}
        onPress={() => report('embed-code')}
        onCopy={() => report('copy-embed-code')}
      />
      <ShareField
        {...field}
        id="share-link"
        label={texts.link}
        value={shareUrl}
        copy={canCopy ? texts.copyLink : undefined}
        onPress={() => report('link')}
        onCopy={() => report('copy-link')}
      />
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

type ShareFieldProps = {
  id: string
  label: string
  value: string
  /** The Copy button's name; without a name there is no button. */
  copy: string | undefined
  copied: string
  onPress: () => void
  onCopy: () => void
  /** The browser does not let us copy after all. */
  onRefused: () => void
}

/** How long 'Copied' is shown, ms. */
const COPIED_MS = 2000

/** §5 A share field: a text to take along, which selects itself on focus or click. */
function ShareField({ id, label, value, copy, copied, onPress, onCopy, onRefused }: ShareFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(setDone, COPIED_MS, false)
    return () => clearTimeout(timer)
  }, [done])

  const copyIt = async () => {
    if (await copyText(value)) {
      setDone(true)
      onCopy()
    } else {
      // The button goes, so the focus needs a place; selected, the text is one keystroke from being copied.
      field.current?.focus()
      onRefused()
    }
  }
  return (
    <div className="share-field">
      <label htmlFor={id}>{label}</label>
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
          onPress()
        }}
        onCopy={onCopy}
      />
      {copy && (
        <button type="button" className="share-round" onClick={copyIt}>
          <ShareIcon name={done ? 'check' : 'copy'} />
          <span className="name-of">{copy}</span>
        </button>
      )}
      {copy && <Copied>{done && copied}</Copied>}
    </div>
  )
}

/** Is empty before it speaks: a live region that comes with its text stays unread. */
const Copied = ({ children }: { children: ReactNode }) => (
  <span className="share-copied" role="status">
    {children}
  </span>
)

type Props = { network: Network; shared: Shared; onShare: (name: string) => void }

/** One network: a pop-up where the browser lets us, else the plain link that it is. */
function SocialLink({ network, shared, onShare }: Props) {
  const { id, name, popup } = network
  const href = shareLink(network, shared)
  const share = (event: MouseEvent) => {
    onShare(name)
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

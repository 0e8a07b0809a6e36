import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { snippetHtml } from '../../shared/gif/snippet-html.ts'
import { NETWORKS } from '../../shared/gif/social-links.ts'
import { textsIn } from '../../shared/texts/texts.ts'
import { clipboardAllowed } from '../dom/clipboard.ts'
import type { EmbedModel } from '../model/embed-model.ts'
import type { EmbedProps } from '../model/embed-props.ts'
import { FavoriteButton } from './favorite-button.tsx'
import { ShareField } from './share-field.tsx'
import { ShareIcon } from './share-icons.tsx'
import { SocialLink } from './social-link.tsx'

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
  const [canCopy, setCanCopy] = useState(clipboardAllowed)
  useLayoutEffect(() => {
    const open = dialog.current
    open?.showModal()
    // Closed before it is taken away, so that the browser gives the focus back.
    return () => open?.close()
  }, [])

  const { report } = model
  const shared = { url: shareUrl, title, poster }
  const field = { copied: texts.copied, onRefused: () => setCanCopy(false) }
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
    </dialog>
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

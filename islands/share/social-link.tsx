import type { MouseEvent } from 'react'
import { type Network, type Shared, shareLink } from '../../shared/gif/social-links.ts'
import { openPopup } from '../dom/popup.ts'
import { ShareIcon } from './share-icons.tsx'

type Props = { network: Network; shared: Shared; onShare: (name: string) => void }

/** One network: a pop-up where the browser lets us, else the plain link that it is. */
export function SocialLink({ network, shared, onShare }: Props) {
  const { id, name, popup } = network
  const href = shareLink(network, shared)
  const share = (event: MouseEvent) => {
    onShare(name)
    // Whoever holds a key has said where it should open.
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

import { VerifiedBadge } from '../../../islands/ui/buttons.tsx'
import type { PlayerAttribution } from '../../../shared/gif/gif-texts.ts'
import { ATTRIBUTION_AVATAR_PX } from '../../../shared/limits.ts'

type Props = { attribution: PlayerAttribution; to: (path: string) => string; verifiedText: string }

/** §5 Attribution (player block): avatar, name, badge, and the handle under it. */
export function ItemAttribution({ attribution, to, verifiedText }: Props) {
  const { name, handle, avatar, verified, href } = attribution
  const size = { width: ATTRIBUTION_AVATAR_PX, height: ATTRIBUTION_AVATAR_PX }
  const content = (
    <>
      <img className="avatar" src={avatar} {...size} alt="" loading="lazy" decoding="async" />
      <span className="names">
        <span className="name-line">
          <bdi className="name">{name}</bdi>
          {verified && <VerifiedBadge text={verifiedText} />}
        </span>
        {handle && <bdi className="handle">{handle}</bdi>}
      </span>
    </>
  )
  if (!href) return <p className="by">{content}</p>
  return (
    <a className="by" href={href.startsWith('/') ? to(href) : href}>
      {content}
    </a>
  )
}

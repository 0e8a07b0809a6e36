import { playerAttribution } from '../../shared/gif/gif-texts.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import { VerifiedBadge } from './icons.tsx'

/** §5, §9 Whose GIF a tile is, over its lower edge on hover; nothing for users who are not public. It is no link: the tile is. */
export function TileAttribution({ gif, verifiedText }: { gif: Gif; verifiedText: string }) {
  const by = playerAttribution(gif)
  if (!by) return null
  const { name, handle, avatar, verified } = by
  return (
    <span className="loop-by">
      <img
        className="loop-avatar"
        src={avatar}
        width="40"
        height="40"
        alt=""
        loading="lazy"
        decoding="async"
      />
      <span className="loop-names">
        <bdi className="loop-name">{name}</bdi>
        {verified && <VerifiedBadge text={verifiedText} />}
        {handle && <bdi className="loop-handle">{handle}</bdi>}
      </span>
    </span>
  )
}

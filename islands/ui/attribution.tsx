import type { EmbedAttribution } from '../../shared/gif/gif-texts.ts'
import { VerifiedBadge } from './icons.tsx'

type Props = EmbedAttribution & { verifiedText: string }

/** Whose GIF it is (§5): picture, name, badge; a link to the profile where there is one. */
export function Attribution({ name, avatar, verified, href, verifiedText }: Props) {
  const content = (
    <>
      <img className="avatar" src={avatar} width="40" height="40" alt="" loading="lazy" decoding="async" />
      <span className="name">
        <bdi>{name}</bdi>
      </span>
      {verified && <VerifiedBadge text={verifiedText} />}
    </>
  )
  if (!href) return <span className="attribution">{content}</span>
  return (
    <a className="attribution" href={href} target="_blank" rel="noopener">
      {content}
    </a>
  )
}

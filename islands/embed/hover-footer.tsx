import type { EmbedAttribution } from '../../shared/gif/gif-texts.ts'
import { interpolate } from '../../shared/texts/languages.ts'
import { textsIn } from '../../shared/texts/texts.ts'
import type { EmbedModel, EmbedProps } from '../model/embed-model.ts'
import { ArrowIcon, VerifiedBadge, WatchButton } from '../ui/buttons.tsx'

type Props = EmbedAttribution & { verifiedText: string }

/** Whose GIF it is (§5): picture, name, badge; a link to the profile where there is one. */
function Attribution({ name, avatar, verified, href, verifiedText }: Props) {
  const content = (
    <>
      <img className="avatar" src={avatar} width="40" height="40" alt="" loading="lazy" />
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

/** The link of the item's owner. Its words end where the author's name would. */
const OwnLink = ({ text, href }: { text: string; href: string }) => (
  <a className="cta own" href={href} target="_blank" rel="noopener" data-event="cta" title={text}>
    <span className="name">
      <bdi>{text}</bdi>
    </span>
  </a>
)

type HoverFooterProps = Pick<EmbedProps, 'lang' | 'brand' | 'href' | 'attribution' | 'film' | 'cta'> & {
  /** None on the server, where nothing is pressed. */
  model?: EmbedModel
}

/** §2 The desktop footer's first screen: the bar that hovering or focus brings up. */
export default function HoverFooter({ lang, brand, href, attribution, film, cta, model }: HoverFooterProps) {
  const texts = textsIn(lang)
  const [before, after] = texts.continue.split('{brand}')
  return (
    <footer className="bar extra">
      {attribution && <Attribution {...attribution} verifiedText={texts.verified} />}
      <h2>{texts.related}</h2>
      {film && <WatchButton film={film} text={texts.watch} model={model} />}
      {cta && <OwnLink {...cta} />}
      {/* The Tab key finds the same link at the picture, and this one wears the ring: an embed is few stops for its host. */}
      <a
        className="cta"
        href={href}
        target="_blank"
        rel="noopener"
        data-event="view-more"
        tabIndex={-1}
        aria-label={interpolate(texts.continue, { brand })}
      >
        <span>
          <span className="more">{before}</span>
          {brand}
          {after && <span className="more">{after}</span>}
        </span>
        <ArrowIcon />
      </a>
    </footer>
  )
}

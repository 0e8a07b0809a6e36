import { altText } from '../../../shared/gif/gif-texts.ts'
import { embedPath } from '../../../shared/gif/item-path.ts'
import { fitted } from '../../../shared/gif/snippet.ts'
import { intrinsicSize } from '../../../shared/picture/renditions.ts'
import { builderItem, scriptHtml } from '../../../shared/public/builder-snippet.ts'
import { toItemView } from '../../../shared/public/item-view.ts'
import type { ItemProblem } from '../../../shared/public/pasted-item.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import type { AppContext } from '../../http/context.ts'
import { file, rows, twitterCard } from '../item/item-head.tsx'
import { type PageContext, type PublicPage, pageContext } from '../layout/page.ts'
import { CopyField, ForthIcon, FrameBox, LinkList, TermList, TileRows } from '../layout/parts.tsx'
import { SearchForm } from '../layout/public-layout.tsx'
import type { Block } from './read-block.ts'
import { SnippetBuilder } from './snippet-builder.tsx'

type WelcomeData = {
  gifs: readonly Gif[]
  /** Whether they could not be read. */
  hasFailed: boolean
  /** Those of them that staff feature: the first ones. */
  featured: readonly Gif[]
  chosen?: Gif
  /** Why the builder's address names no GIF. */
  problem?: ItemProblem
  terms: readonly string[]
  /** What staff put above and below the top of the page. */
  announcement: Block | undefined
  homepage: Block | undefined
}

/** How many trending searches are listed under the search field. */
export const TERMS = 8

/** The welcome page: a live embed, carousel and grid, and the snippet builder. */
export function welcomePage(
  c: AppContext,
  { gifs, hasFailed, featured, chosen, problem, terms, announcement, homepage }: WelcomeData,
): PublicPage {
  const context = pageContext(c)
  const { brand, texts, publicUrl } = context
  const star = featured.find(({ is_sticker }) => !is_sticker) ?? gifs.find(fillsFrame) ?? gifs[0] ?? chosen
  const built = chosen ?? star
  const item = built && builderItem(built, publicUrl)
  const form = new URL(c.req.url).searchParams
  return {
    name: 'welcome',
    ownSearch: true,
    head: {
      title: brand,
      description: context.direct ? texts.tagline : `${texts.tagline} ${texts.heroText}`,
      canonical: `${publicUrl}/`,
      meta: homeCard(context, star),
      scripts: ['welcome'],
    },
    content: (
      <>
        <ContentBlock context={context} block={announcement} />
        <WelcomeHero {...{ context, star, hasFailed }} terms={terms} />
        {featured.length > 0 && <Featured context={context} gifs={featured} />}
        <ContentBlock context={context} block={homepage} />
        <WelcomeWidgets context={context} />
        {item && <SnippetBuilder context={context} item={item} problem={problem} form={form} />}
        <Ways context={context} />
      </>
    ),
  }
}

/** What staff feature, in its order. */
const Featured = ({ context, gifs }: { context: PageContext; gifs: readonly Gif[] }) => (
  <section className="block" data-block="featured" aria-labelledby="featured">
    <h2 id="featured">{context.texts.featured}</h2>
    <TileRows context={context} gifs={gifs} label={context.texts.featured} />
  </section>
)

/** Shows a block as plain words: what staff write is text, never markup. */
function ContentBlock({ context, block }: { context: PageContext; block: Block | undefined }) {
  if (!block) return null
  const { token, title, body, gifs, links } = block
  const id = `block-${token}`
  return (
    <section className="block" data-block={token} aria-labelledby={title ? id : undefined}>
      {title && <h2 id={id}>{title}</h2>}
      {body && <p>{body}</p>}
      {gifs.length > 0 && <TileRows context={context} gifs={gifs} label={title || context.texts.gifs} />}
      <LinkList context={context} links={links} />
    </section>
  )
}

// A wide picture fills the frame at the top; a sticker would leave its background empty.
const fillsFrame = ({ is_sticker, images: { original } }: Gif) =>
  !is_sticker && original !== undefined && original.width >= original.height * 1.5

/** Two more ways to use the product: the custom elements and the API. */
function Ways({ context }: { context: PageContext }) {
  const { texts, publicUrl } = context
  // Its place is in its own tag, as the builder writes it: the page below it never moves, however late the script comes.
  const place = 'height="480" style="display:block;height:480px"'
  const lines = `${scriptHtml(publicUrl)}\n<loop-grid q="happy" columns="3" ${place}></loop-grid>`
  const request = `curl "${publicUrl}/v1/gifs/search?q=happy&limit=1"`
  const ways = [
    ['usage', texts.usageTitle, texts.usageText, lines, '/docs', texts.guideLink],
    ['docs', texts.docsTitle, texts.docsText, request, '/docs/api', texts.docsLink],
  ] as const
  return (
    <div className="roads">
      {ways.map(([id, title, text, value, href, link]) => (
        <section key={id} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>{title}</h2>
          <p>{text}</p>
          <CopyField id={id} label={title} labelHidden value={value} texts={texts} lines={4} />
          <a className="more" href={href}>
            {link}
            <ForthIcon />
          </a>
        </section>
      ))}
    </div>
  )
}

type HeroProps = { context: PageContext; star: Gif | undefined; hasFailed: boolean; terms: readonly string[] }

/** Headline and search, and next to them a live embed. */
function WelcomeHero({ context, star, hasFailed, terms }: HeroProps) {
  const { texts } = context
  return (
    <section className="hero">
      <div className="hero-words">
        <h1>
          {texts.heroTitle} <span>{texts.heroTitleTwo}</span>
        </h1>
        {/* Of a page that calls the provider itself this would not be true. */}
        {!context.direct && <p className="lead">{texts.heroText}</p>}
        <SearchForm context={context} id="public-search" placeholder={texts.search} />
        {terms.length > 0 && (
          <nav className="hero-terms" aria-label={texts.trendingNow}>
            <TermList context={context} terms={terms} />
          </nav>
        )}
      </div>
      <div className="hero-stage">
        <HeroStage {...{ context, star, hasFailed }} />
      </div>
    </section>
  )
}

function HeroStage({ context, star, hasFailed }: Omit<HeroProps, 'terms'>) {
  const { texts, to, hasUploads } = context
  if (context.direct) {
    return (
      <FrameBox
        name="hero"
        src={`/widgets/grid?limit=9&gutter=8&borderRadius=12&lang=${context.language}`}
        title={texts.heroFrame}
        width={480}
        height={360}
        eager
      />
    )
  }
  if (!star) {
    return (
      <p className="note">
        {hasFailed ? texts.trendingFailed : texts.noneHere}{' '}
        {!hasFailed && hasUploads && <a href={to('/upload')}>{texts.upload}</a>}
      </p>
    )
  }
  return (
    <>
      <i />
      <i />
      <i />
      <FrameBox
        name="hero"
        src={embedPath(star)}
        title={`${texts.heroFrame}: ${altText(star)}`}
        {...fitted(intrinsicSize(star.images))}
        eager
      />
      <a className="more" href="#build">
        {texts.heroBuild}
        <ForthIcon />
      </a>
    </>
  )
}

/** Heights of the two frames, CSS pixels. */
const ROW_PX = 264
const WALL_PX = 560

/** Measured figures of every embed (`bench/`). */
const FACTS = [
  ['2', 'factTwo'],
  ['0', 'factZero'],
  ['0.00', 'factShift'],
] as const

/** What an embed costs, then carousel and grid as any page would embed them. */
function WelcomeWidgets({ context }: { context: PageContext }) {
  const { texts } = context
  return (
    <>
      {!context.direct && (
        <dl className="facts">
          {FACTS.map(([figure, text]) => (
            <div key={text}>
              <dt>{texts[text]}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </dl>
      )}
      <section className="row-show" aria-labelledby="row-title">
        <h2 id="row-title">{texts.carouselTitle}</h2>
        {!context.direct && <p>{texts.carouselText}</p>}
        <FrameBox
          name="carousel"
          src={widget(context, 'carousel', { gutter: 12, borderRadius: 14 })}
          title={texts.carouselFrame}
          height={ROW_PX}
        />
      </section>
      <section className="wall-show" aria-labelledby="wall-title">
        <div>
          <h2 id="wall-title">{texts.gridTitle}</h2>
          <p>{texts.gridText}</p>
        </div>
        <FrameBox
          name="grid"
          src={widget(context, 'grid', { type: 'gifs', gutter: 10, borderRadius: 12 })}
          title={texts.gridFrame}
          height={WALL_PX}
        />
      </section>
    </>
  )
}

// The frames take the page's theme and language.
function widget(
  { theme, language }: PageContext,
  name: string,
  options: Record<string, string | number>,
): string {
  const query = new URLSearchParams({ lang: language })
  if (theme !== 'auto') query.set('theme', theme)
  for (const [option, value] of Object.entries(options)) query.set(option, String(value))
  return `/widgets/${name}?${query}`
}

/** The home page's card on other sites: Open Graph, and Twitter's card with the picture of the GIF on top of the page. */
function homeCard(context: PageContext, star: Gif | undefined) {
  const { brand, texts, publicUrl } = context
  const files = star && toItemView(star, context).files
  const still = files?.still ?? files?.picture
  return [
    ...rows('og', { type: 'website', title: brand, description: texts.tagline, url: `${publicUrl}/` }),
    ...file('og:image', still),
    ...(star && still ? rows('og:image', { alt: altText(star) }) : []),
    ...twitterCard({
      card: still ? 'summary_large_image' : 'summary',
      title: brand,
      description: texts.tagline,
      ...(star && still && { image: still.url, 'image:alt': altText(star) }),
    }),
  ]
}

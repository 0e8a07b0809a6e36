import type { Context } from 'hono'
import { builderItem, scriptHtml } from '../../../shared/public/builder-snippet.ts'
import type { ItemProblem } from '../../../shared/public/pasted-item.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import type { App } from '../../app-types.ts'
import { assets } from '../../render/assets.ts'
import { ForthIcon } from '../layout/icons.tsx'
import { type PageContext, pageContext } from '../layout/page-context.ts'
import type { PublicPage } from '../layout/render-page.tsx'
import { ContentBlock } from '../parts/content-block.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { homeCard } from './home-card.ts'
import { SnippetBuilder } from './snippet-builder.tsx'
import { WelcomeHero } from './welcome-hero.tsx'
import { WelcomeWidgets } from './welcome-widgets.tsx'

type Block = Parameters<typeof ContentBlock>[0]['block']
type WelcomeData = {
  gifs: readonly Gif[]
  chosen?: Gif
  /** Why the builder's address names no GIF. */
  problem?: ItemProblem
  terms: readonly string[]
  /** What staff put above and below the top of the page. */
  announcement: Block
  homepage: Block
}

/** How many trending searches are listed under the search field. */
const TERMS = 8

/** The welcome page: a live embed, carousel and grid, and the snippet builder. */
export function welcomePage(
  c: Context<App>,
  { gifs, chosen, problem, terms, announcement, homepage }: WelcomeData,
): PublicPage {
  const context = pageContext(c)
  const { brand, texts, publicUrl } = context
  const star = gifs.find(fillsFrame) ?? gifs[0] ?? chosen
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
      scripts: [assets.scripts.welcome],
    },
    content: (
      <>
        <ContentBlock context={context} block={announcement} />
        <WelcomeHero context={context} star={star} terms={terms.slice(0, TERMS)} />
        <ContentBlock context={context} block={homepage} />
        <WelcomeWidgets context={context} />
        {item && <SnippetBuilder context={context} item={item} problem={problem} form={form} />}
        <Ways context={context} />
      </>
    ),
  }
}

// A wide picture fills the frame at the top; a sticker would leave its background empty.
const fillsFrame = ({ is_sticker, images: { original } }: Gif) =>
  !is_sticker && original !== undefined && original.width >= original.height * 1.5

/** Two more ways to use the product: the custom elements and the API. */
function Ways({ context }: { context: PageContext }) {
  const { texts, publicUrl } = context
  const lines = `${scriptHtml(publicUrl)}\n<loop-grid q="happy" columns="3"></loop-grid>`
  const request = `curl "${publicUrl}/v1/gifs/search?q=happy&limit=1"`
  return (
    <div className="roads">
      <section aria-labelledby="usage-title">
        <h2 id="usage-title">{texts.usageTitle}</h2>
        <p>{texts.usageText}</p>
        <CopyField id="usage" label={texts.usageTitle} labelHidden value={lines} texts={texts} lines={4} />
        <a className="more" href="/docs">
          {texts.guideLink}
          <ForthIcon />
        </a>
      </section>
      <section aria-labelledby="docs-title">
        <h2 id="docs-title">{texts.docsTitle}</h2>
        <p>{texts.docsText}</p>
        <CopyField id="docs" label={texts.docsTitle} labelHidden value={request} texts={texts} lines={4} />
        <a className="more" href="/docs/api">
          {texts.docsLink}
          <ForthIcon />
        </a>
      </section>
    </div>
  )
}

import type { Context } from 'hono'
import type { ReactElement } from 'react'
import type { CallResponse } from '../../../shared/calls/provider.ts'
import { categoryPath } from '../../../shared/public/browse-path.ts'
import { interpolate } from '../../../shared/texts/interpolate.ts'
import type { App } from '../../app-types.ts'
import { BackIcon } from '../layout/icons.tsx'
import { type PageContext, pageContext } from '../layout/page-context.ts'
import type { PublicPage } from '../layout/render-page.tsx'
import { listPage, NothingFound } from '../lists/list-page.tsx'
import { ListTop } from '../lists/list-top.tsx'
import type { FoundList } from '../lists/read-list.ts'
import { MovingPicture } from '../parts/moving-picture.tsx'
import { ROW_PX } from '../parts/tile-rows.tsx'

type Category = CallResponse<'categories'>['data'][number]
type Name = Pick<Category, 'name' | 'name_encoded'>

/** `/categories` */
export function categoryListPage(c: Context<App>, all: readonly Category[]): PublicPage {
  const context = pageContext(c)
  const { categories, categoriesText } = context.texts
  return cardsPage(context, {
    title: categories,
    description: categoriesText,
    path: [],
    above: undefined,
    cards: all,
  })
}

/** `/categories/{category}` */
export function subcategoryListPage(
  c: Context<App>,
  { category, all }: { category: Name; all: readonly Category[] },
): PublicPage {
  const context = pageContext(c)
  return cardsPage(context, {
    title: category.name,
    description: interpolate(context.texts.categoryText, category),
    path: [category.name_encoded],
    above: <Above context={context} path={[]} name={context.texts.categories} />,
    cards: all,
  })
}

type SubcategoryList = Pick<FoundList, 'gifs' | 'paging'> & { category: Name; subcategory: Name }

/** `/categories/{category}/{subcategory}` */
export function subcategoryPage(
  c: Context<App>,
  { category, subcategory, gifs, paging }: SubcategoryList,
): PublicPage {
  const context = pageContext(c)
  const { texts } = context
  const { name } = subcategory
  return listPage({
    context,
    gifs,
    paging,
    title: name,
    description: interpolate(texts.categoryText, { name }),
    top: (
      <>
        <Above context={context} path={[category.name_encoded]} name={category.name} />
        <ListTop context={context} title={name} paging={paging} />
      </>
    ),
    pathOf: (page) => categoryPath([category.name_encoded, subcategory.name_encoded], page),
    empty: <NothingFound context={context} title={texts.noneHere} terms={[]} />,
  })
}

type CardsPage = {
  title: string
  description: string
  path: readonly string[]
  above: ReactElement | undefined
  cards: readonly Category[]
}

const cardsPage = (
  context: PageContext,
  { title, description, path, above, cards }: CardsPage,
): PublicPage => ({
  name: 'list',
  head: { title, description, canonical: context.publicUrl + categoryPath(path) },
  content: (
    <>
      {above}
      <div className="list-top">
        <h1>{title}</h1>
        {path.length === 0 && <p className="count">{description}</p>}
      </div>
      {cards.length > 0 ? (
        <ul className="category-cards" aria-label={title}>
          {cards.map((card, at) => (
            <Card key={card.name_encoded} context={context} path={path} card={card} eager={at < EAGER} />
          ))}
        </ul>
      ) : (
        <NothingFound context={context} title={context.texts.noneHere} terms={[]} />
      )}
    </>
  ),
})

/** Cards in view when the page opens. */
const EAGER = 6

type CardProps = { context: PageContext; path: readonly string[]; card: Category; eager: boolean }

/** A category over its picture, and below it what it has. */
const Card = ({ context, path, card, eager }: CardProps) => (
  <li>
    <a className="category-card" href={context.to(categoryPath([...path, card.name_encoded]))}>
      {card.gif && <MovingPicture gif={card.gif} height={ROW_PX} eager={eager} alt="" />}
      <span>{card.name}</span>
    </a>
    {card.subcategories.length > 0 && (
      <ul className="tags" aria-label={card.name}>
        {card.subcategories.map(({ name, name_encoded }) => (
          <li key={name_encoded}>
            <a href={context.to(categoryPath([card.name_encoded, name_encoded]))}>{name}</a>
          </li>
        ))}
      </ul>
    )}
  </li>
)

const Above = ({ context, path, name }: { context: PageContext; path: readonly string[]; name: string }) => (
  <p className="above">
    <a className="more" href={context.to(categoryPath(path))} rel="up">
      <BackIcon />
      {name}
    </a>
  </p>
)

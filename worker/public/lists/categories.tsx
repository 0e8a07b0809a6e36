import type { ReactElement } from 'react'
import type { CallResponse } from '../../../shared/calls/provider.ts'
import { AppError } from '../../../shared/errors.ts'
import { PROVIDER_PAGE } from '../../../shared/limits.ts'
import { categoryPath, pageNumber } from '../../../shared/public/browse-path.ts'
import type { AppContext } from '../../http/context.ts'
import {
  optional,
  type PageContext,
  type PublicPage,
  pageContext,
  readProvider,
  renderPage,
} from '../layout/page.ts'
import { BackIcon, MovingPicture, ROW_PX } from '../layout/parts.tsx'
import { ListTop, listPage, NothingFound } from './list-page.tsx'
import { type FoundList, readList } from './read-list.ts'

/** There are some dozens of them at most. */
const ALL = { limit: PROVIDER_PAGE.maxLimit }

/** `/categories`: all of them, each with a picture and its subcategories. */
export async function categoryList(c: AppContext): Promise<Response> {
  const { value, ...source } = await readCategories(c)
  return renderPage(c, categoryListPage(c, value.data), { ...source, pictures: gifsOf(value.data) })
}

/** `/categories/{category}`: its subcategories. */
export async function category(c: AppContext): Promise<Response> {
  const { category = '' } = c.req.param() as Record<string, string>
  const [{ value, ...source }, all] = await Promise.all([
    readProvider(c, 'subcategories', { category, ...ALL }),
    optional(readCategories(c)),
  ])
  const name = nameOf(all?.value.data ?? [], category)
  const page = subcategoryListPage(c, { category: { name, name_encoded: category }, all: value.data })
  return renderPage(c, page, { ...source, pictures: gifsOf(value.data) })
}

/** `/categories/{category}/{subcategory}`: the items of a subcategory, page by page. */
export async function subcategory(c: AppContext): Promise<Response> {
  const { category = '', subcategory = '', page: at } = c.req.param() as Record<string, string>
  const number = pageNumber(at)
  if (!number) throw new AppError('not-found', 'There is no such page')
  const [found, all] = await Promise.all([
    readList(c, 'gifsByCategory', { category, subcategory }, number),
    optional(readCategories(c)),
  ])
  const categories = all?.value.data ?? []
  const siblings = categories.find(({ name_encoded }) => name_encoded === category)?.subcategories ?? []
  const page = subcategoryPage(c, {
    ...found,
    category: { name: nameOf(categories, category), name_encoded: category },
    subcategory: { name: nameOf(siblings, subcategory), name_encoded: subcategory },
  })
  return renderPage(c, page, { ...found, pictures: found.gifs })
}

const readCategories = (c: AppContext) => readProvider(c, 'categories', ALL)

const gifsOf = (all: readonly Category[]) => all.flatMap(({ gif }) => gif ?? [])

const nameOf = (all: readonly { name: string; name_encoded: string }[], encoded: string): string =>
  all.find(({ name_encoded }) => name_encoded === encoded)?.name ?? encoded

type Category = CallResponse<'categories'>['data'][number]
type Name = Pick<Category, 'name' | 'name_encoded'>

/** `/categories` */
function categoryListPage(c: AppContext, all: readonly Category[]): PublicPage {
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
function subcategoryListPage(
  c: AppContext,
  { category, all }: { category: Name; all: readonly Category[] },
): PublicPage {
  const context = pageContext(c)
  return cardsPage(context, {
    title: category.name,
    description: context.fill(context.texts.categoryText, category),
    path: [category.name_encoded],
    above: <Above context={context} path={[]} name={context.texts.categories} />,
    cards: all,
  })
}

type SubcategoryList = Pick<FoundList, 'gifs' | 'paging'> & { category: Name; subcategory: Name }

/** `/categories/{category}/{subcategory}` */
function subcategoryPage(
  c: AppContext,
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
    description: context.fill(texts.categoryText, { name }),
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

import type { ReactElement } from 'react'
import { AppError } from '../../../shared/errors.ts'
import { PROVIDER_PAGE } from '../../../shared/limits.ts'
import { categoryPath, pageNumber } from '../../../shared/public/browse-path.ts'
import type { AppContext } from '../../http/context.ts'
import {
  optional,
  type PageContext,
  type PageSource,
  pageContext,
  readProvider,
  renderPage,
} from '../layout/page.ts'
import { BackIcon, LinkList, MovingPicture, ROW_PX } from '../layout/parts.tsx'
import { ListTop, NothingFound, readPage, renderList } from './list-page.tsx'

/** There are some dozens of them at most. */
const ALL = { limit: PROVIDER_PAGE.maxLimit }

/** `/categories`: all of them, each with a picture and its subcategories. */
export async function categoryList(c: AppContext): Promise<Response> {
  const { value, ...source } = await readCategories(c)
  const { categories, categoriesText } = pageContext(c).texts
  return renderCards(c, {
    title: categories,
    description: categoriesText,
    path: [],
    cards: value.data,
    source,
  })
}

/** `/categories/{category}`: its subcategories. */
export async function subcategoryList(c: AppContext): Promise<Response> {
  const { category = '' } = c.req.param() as Record<string, string>
  const [{ value, ...source }, all] = await Promise.all([
    readProvider(c, 'subcategories', { category, ...ALL }),
    optional(readCategories(c)),
  ])
  const context = pageContext(c)
  const { texts, fill } = context
  const name = nameOf(all?.value.data ?? [], category)
  return renderCards(c, {
    title: name,
    description: fill(texts.categoryText, { name }),
    path: [category],
    above: <Above context={context} path={[]} name={texts.categories} />,
    cards: value.data,
    source,
  })
}

/** `/categories/{category}/{subcategory}`: the items of a subcategory, page by page. */
export async function subcategoryItems(c: AppContext): Promise<Response> {
  const { category = '', subcategory = '', page: at } = c.req.param() as Record<string, string>
  const number = pageNumber(at)
  if (!number) throw new AppError('not-found', 'There is no such page')
  const [found, all] = await Promise.all([
    readPage(c, 'gifsByCategory', { category, subcategory }, number),
    optional(readCategories(c)),
  ])
  const categories = all?.value.data ?? []
  const siblings = categories.find(({ name_encoded }) => name_encoded === category)?.subcategories ?? []
  const name = nameOf(siblings, subcategory)
  const context = pageContext(c)
  return renderList(c, {
    ...found,
    context,
    title: name,
    description: context.fill(context.texts.categoryText, { name }),
    top: (
      <>
        <Above context={context} path={[category]} name={nameOf(categories, category)} />
        <ListTop context={context} title={name} paging={found.paging} />
      </>
    ),
    pathOf: (page) => categoryPath([category, subcategory], page),
  })
}

const readCategories = (c: AppContext) => readProvider(c, 'categories', ALL)

const nameOf = (all: readonly { name: string; name_encoded: string }[], encoded: string): string =>
  all.find(({ name_encoded }) => name_encoded === encoded)?.name ?? encoded

type Category = Awaited<ReturnType<typeof readCategories>>['value']['data'][number]
type CardsPage = {
  title: string
  description: string
  path: readonly string[]
  above?: ReactElement
  cards: readonly Category[]
  source: PageSource
}

function renderCards(c: AppContext, { title, description, path, above, cards, source }: CardsPage) {
  const context = pageContext(c)
  const page = {
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
          <NothingFound context={context} />
        )}
      </>
    ),
  }
  return renderPage(c, page, { ...source, pictures: cards.flatMap(({ gif }) => gif ?? []) })
}

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
    <LinkList
      context={context}
      label={card.name}
      links={card.subcategories.map(({ name, name_encoded }) => ({
        name,
        href: categoryPath([card.name_encoded, name_encoded]),
      }))}
    />
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

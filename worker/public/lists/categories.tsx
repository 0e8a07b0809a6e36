import type { ReactElement } from 'react'
import { AppError } from '../../../shared/errors.ts'
import { PROVIDER_PAGE } from '../../../shared/limits.ts'
import { categoryPath, pageNumber } from '../../../shared/public/browse-path.ts'
import { localName } from '../../../shared/public/category-names.ts'
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
  const [only, other] = value.data
  if (only?.name_encoded === category && !other) return categoryItems(c, [category], all?.value.data ?? [])
  const context = pageContext(c)
  const { texts, fill } = context
  const name = nameOf(context, all?.value.data ?? [], category)
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
  const { category = '', subcategory = '' } = c.req.param() as Record<string, string>
  const all = await optional(readCategories(c))
  return categoryItems(c, [category, subcategory], all?.value.data ?? [])
}

/** The items of a subcategory, or of a category that has no others: then it is the only one below itself. */
async function categoryItems(c: AppContext, path: readonly string[], categories: readonly Category[]) {
  const [category = '', subcategory = category] = path
  const number = pageNumber((c.req.param() as Record<string, string>).page)
  if (!number) throw new AppError('not-found', 'There is no such page')
  const found = await readPage(c, 'gifsByCategory', { category, subcategory }, number)
  const context = pageContext(c)
  const siblings = categories.find(({ name_encoded }) => name_encoded === category)?.subcategories ?? []
  const parent = nameOf(context, categories, category)
  const isTop = subcategory === category
  const name = isTop ? parent : nameOf(context, siblings, subcategory)
  const above = isTop ? { path: [], name: context.texts.categories } : { path: [category], name: parent }
  return renderList(c, {
    ...found,
    context,
    title: name,
    description: context.fill(context.texts.categoryText, { name }),
    top: (
      <>
        <Above context={context} {...above} />
        <ListTop context={context} title={name} paging={found.paging} />
      </>
    ),
    pathOf: (page) => categoryPath([category, subcategory], page),
  })
}

const readCategories = (c: AppContext) => readProvider(c, 'categories', ALL)

type Named = Parameters<typeof localName>[0] & { name_encoded: string }

/** The name of a category by its slug, in the page's language. */
function nameOf({ language }: PageContext, all: readonly Named[], encoded: string): string {
  const found = all.find(({ name_encoded }) => name_encoded === encoded)
  return found ? localName(found, language) : encoded
}

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
      <span>{localName(card, context.language)}</span>
    </a>
    <LinkList
      context={context}
      label={localName(card, context.language)}
      links={card.subcategories
        .filter(({ name_encoded }) => name_encoded !== card.name_encoded)
        .map(({ name_encoded, ...sub }) => ({
          name: localName(sub, context.language),
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

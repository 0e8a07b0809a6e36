import type { ReactElement, ReactNode } from 'react'
import docs from '../../dist/docs.json'
import { AppError } from '../../shared/errors.ts'
import { assetReader } from '../../shared/server/asset-reader.ts'
import type { AppContext } from '../http/context.ts'
import { optional, type PageSource, readProvider, renderPage } from '../public/layout/page.ts'
import { assets } from '../render/document.ts'
import type { PageHead } from '../render/html-document.tsx'
import { PARTS, partName, partPath, type Reference } from './calls.ts'

/** What the build put into the Worker. */
export const { sample, reactExample }: Omit<typeof docs, 'reference'> = docs

/** The API reference, a file of the build. Not kept: drawing its page takes much longer. @throws AppError 'unavailable' */
export async function readReference(c: AppContext): Promise<Reference> {
  const response = await assetReader(c.env?.ASSETS)?.(docs.reference)
  if (!response?.ok) throw new AppError('unavailable', 'The API reference cannot be read')
  return response.json<Reference>()
}

const PAGES = [
  ['/docs', 'Embedding'],
  ['/docs/playground', 'Playground'],
  ...PARTS.map((part) => [partPath(part), partName('API', part)] as const),
] as const

/** The pages of the documentation, on top of each. */
export const DocsNav = ({ here, to }: { here: string; to: (path: string) => string }) => (
  <nav className="docs-pages" aria-label="Documentation">
    {PAGES.map(([path, name]) => (
      <a key={path} href={to(path)} aria-current={path === here ? 'page' : undefined}>
        {name}
      </a>
    ))}
  </nav>
)

/** The item that is trending most, and what a page of it was read from; neither where it cannot be read. */
export async function trendingFirst(c: AppContext) {
  const trending = await optional(readProvider(c, 'trending', { type: 'gifs', limit: 1 }))
  const pictures = trending?.value.data ?? []
  return { gif: pictures[0], source: { ...trending, pictures } }
}

type DocsPage = Pick<PageHead, 'title' | 'description' | 'scripts'> & { path: string; content: ReactElement }

/** Responds with a page of the documentation. @param source what it was read from */
export function renderDocs(c: AppContext, { path, content, ...rest }: DocsPage, source?: PageSource) {
  const links = [{ rel: 'stylesheet', href: assets.styles.docs }]
  const head = { ...rest, canonical: c.get('publicUrl') + path, links }
  return renderPage(c, { name: 'docs', head, content }, source)
}

type Props = { head: readonly string[]; rows: readonly (readonly [name: string, ...cells: ReactNode[]])[] }

/** A table whose rows are named by code. On a phone each row is a block. */
export const Table = ({ head, rows }: Props) => (
  <div className="guide-table">
    <table>
      <thead>
        <tr>
          {head.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            {cells.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row never move
              <td key={at}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** Tenor v2's calls (`worker/dialects/tenor`). */
const TENOR = [
  ['GET /v2/search', 'Search: q, limit, pos, searchfilter, contentfilter, media_filter, ar_range, locale.'],
  ['GET /v2/featured', 'What’s trending.'],
  ['GET /v2/posts', 'Items by their ids.'],
  ['GET /v2/categories', 'Categories: type=featured or trending.'],
  ['GET /v2/autocomplete', 'Completions of q.'],
  ['GET /v2/search_suggestions', 'Terms related to q.'],
  ['GET /v2/trending_terms', 'What others search for.'],
  ['GET /v2/registershare', 'Says that an item was shared.'],
] as const

/** KLIPY v1's, below `/api/v1/{key}/{type}` (`worker/dialects/klipy`). */
const KLIPY = [
  ['GET /trending', 'What’s trending: page, per_page, rating, locale.'],
  ['GET /search', 'Search: q.'],
  ['GET /categories', 'Categories.'],
  ['GET /{slug}', 'One item.'],
  ['GET, DELETE /recent/{customer}', 'Always empty: no list is kept of anybody.'],
  ['POST /share/{slug}, /view/{slug}', 'Says that an item was shared or seen.'],
  ['POST /report/{slug}', 'Reports an item.'],
] as const

/** The calls in the shapes of other services, which read what `/v1` reads. */
export const Dialects = ({ publicUrl }: { publicUrl: string }) => (
  <section aria-labelledby="dialects">
    <h2 id="dialects">Tenor and KLIPY clients</h2>
    <p>
      Clients of Tenor v2 and KLIPY v1 work when only their base address changes. They read the same library
      as <code>/v1</code>, and their responses and errors have their own service’s shape.
    </p>
    <p>
      Tenor v2: <code>{publicUrl}/v2</code>, with the key in <code>key</code>.
    </p>
    <Table head={['Call', 'What it does']} rows={TENOR} />
    <p>
      KLIPY v1: <code>{`${publicUrl}/api/v1/{key}/{type}`}</code>, where the type is gifs, stickers, clips,
      static-memes, or emojis. <code>{`/api/v1/{key}/health-check`}</code> says whether it’s up.
    </p>
    <Table head={['Call', 'What it does']} rows={KLIPY} />
  </section>
)

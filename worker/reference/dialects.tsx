import { Table } from './table.tsx'

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

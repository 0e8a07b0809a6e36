import { useQuery, useQueryClient } from '@tanstack/react-query'
import { providerCalls } from '../../../shared/calls/provider.ts'
import { createPageClient } from '../../dom/page-client.ts'
import { useAdmin } from '../admin-context.ts'
import { ItemLink } from '../parts/item-link.tsx'

const provider = createPageClient({ trending: providerCalls.trending })

const SHOWN = 8

/** The first GIFs of the trending list, as visitors see it. */
export function Trending() {
  const { common, overview: texts } = useAdmin().texts
  const queries = useQueryClient()
  const { data, isError } = useQuery({
    queryKey: ['trending'],
    async queryFn({ signal }) {
      const list = await provider.trending({ type: 'gifs', limit: SHOWN }, { signal })
      const gifs = list?.data.slice(0, SHOWN) ?? []
      // Each is known already: `ItemLink` need not read it.
      for (const gif of gifs) queries.setQueryData(['item', gif.id], gif)
      return gifs.map(({ id }) => id)
    },
  })
  return (
    <section className="admin-card admin-part" aria-labelledby="trending">
      <h2 className="admin-card-title" id="trending">
        {texts.trending}
      </h2>
      {isError && (
        <p className="admin-part-text" role="alert">
          {common.failed}
        </p>
      )}
      {data?.length === 0 && <p className="admin-part-text">{texts.noTrending}</p>}
      <ol className="admin-trending">
        {data?.map((id) => (
          <li key={id}>
            <ItemLink id={id} />
          </li>
        ))}
      </ol>
    </section>
  )
}

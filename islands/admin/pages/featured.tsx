import { LISTINGS } from '../../../shared/schema/own/listings.ts'
import { client, usePage } from '../admin.tsx'
import { useWholeList } from '../listings/whole-list.ts'
import { areSame } from '../listings/words.ts'
import { Failed, Loading, PageTop } from '../parts/elements.tsx'
import { ItemsOrder } from '../parts/items-order.tsx'

type Featured = { gif_ids: string[] }

/** `/admin/featured`: the items that come first, in their order; each change is written at once. */
export default function FeaturedPage() {
  const { common, texts, fill } = usePage('featured')
  const { shown, error, refetch, change } = useWholeList<Featured>({
    list: 'featured',
    read: client.featured,
    put: client.putFeatured,
    isSame: (one, other) => areSame(one.gif_ids, other.gif_ids),
  })
  return (
    <>
      <PageTop title={texts.title} intro={texts.intro} />
      {error && <Failed error={error} retry={refetch} />}
      {!shown && !error && <Loading />}
      {shown && !error && (
        <section className="admin-card admin-sheet" aria-label={texts.title}>
          {shown.gif_ids.length === 0 && <p className="admin-soft">{texts.empty}</p>}
          <ItemsOrder
            legend={common.gifs}
            max={LISTINGS.featured}
            ids={shown.gif_ids}
            change={(ids) => change({ gif_ids: [...ids] }, fill(texts.saved, { count: ids.length }))}
          />
        </section>
      )}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { itemPath } from '../../../shared/gif/item-path.ts'
import { pictureUrl } from '../../../shared/picture/picture-url.ts'
import { loadItem } from '../load-item.ts'

/** An item that a page mentions: its picture and title, which lead to its own page; its id where it is gone. */
export function ItemLink({ id }: { id: string }) {
  const { data } = useQuery({ queryKey: ['item', id], queryFn: () => loadItem(id) })
  const { fixed_height_small_still, fixed_height_small, original } = data?.images ?? {}
  const picture = fixed_height_small_still ?? fixed_height_small ?? original
  return (
    <a className="admin-item" href={data ? itemPath(data) : `/gifs/${id}`} target="_blank" rel="noopener">
      <span className="admin-thumb">
        {picture && <img src={pictureUrl(picture)} alt="" loading="lazy" decoding="async" />}
      </span>
      {data ? <bdi>{data.title || id}</bdi> : <code>{id}</code>}
    </a>
  )
}

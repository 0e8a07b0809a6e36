import { useQuery } from '@tanstack/react-query'
import { itemPath } from '../../../shared/gif/item-path.ts'
import { pictureUrl } from '../../../shared/picture/renditions.ts'
import type { Gif } from '../../../shared/schema/gif.ts'
import { loadItem } from '../load-item.ts'

type Props = {
  id: string
  /** Where the page has it already. */
  gif?: Gif
}

/** An item that a page mentions: its picture and title, which lead to its own page; its id where it is gone. */
export function ItemLink({ id, gif }: Props) {
  const { data = gif } = useQuery({ queryKey: ['item', id], queryFn: () => loadItem(id), enabled: !gif })
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

import { Badge, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { itemPath } from '../../../shared/gif/item-path.ts'
import { pictureUrl } from '../../../shared/picture/renditions.ts'
import { useAdmin } from '../admin-context.ts'
import { client } from '../client.ts'
import { loadItem } from '../load-item.ts'

/** An item to decide about: it plays, with its words, and what was reported of it. */
export function Item({ id, next }: { id: string; next: string | undefined }) {
  const { texts, hasOwnCalls } = useAdmin()
  const { common, moderation, reports } = texts
  const { data: gif, isPending } = useQuery({ queryKey: ['item', id], queryFn: () => loadItem(id) })
  const { data: reported } = useQuery({
    queryKey: ['reports', 'of', id],
    queryFn: ({ signal }) => client.reports({ gif: id, state: 'open', limit: 5 }, { signal }),
    enabled: hasOwnCalls,
  })
  const picture = gif?.images.downsized_medium ?? gif?.images.original
  return (
    <div className="admin-queue-item">
      <div className="admin-queue-picture">
        {isPending && <Skeleton height="100%" />}
        {gif && picture && <img src={pictureUrl(picture)} alt={gif.alt_text || gif.title} />}
        {!isPending && !gif && <span className="admin-soft">{moderation.gone}</span>}
      </div>
      <div className="admin-queue-words">
        <h2>
          {gif ? (
            <a href={itemPath(gif)} target="_blank" rel="noopener">
              <bdi>{gif.title || id}</bdi>
            </a>
          ) : isPending ? (
            <Skeleton height={20} width="60%" />
          ) : (
            <code>{id}</code>
          )}
        </h2>
        {gif && (
          <>
            <p>
              {gif.rating && <Badge variant="light">{gif.rating}</Badge>}{' '}
              {gif.is_hidden && (
                <Badge variant="light" color="gray" tt="none">
                  {moderation.hidden}
                </Badge>
              )}
            </p>
            {gif.username && <p className="admin-soft">@{gif.username}</p>}
            <p>{gif.tags.join(', ')}</p>
          </>
        )}
        {reported?.results.map((report) => (
          <figure className="admin-notice" key={report.id}>
            <figcaption className="admin-soft">
              {report.reporter ?? common.nobody}: {report.reasons.map((reason) => reports[reason]).join(', ')}
            </figcaption>
            <bdi>{report.additional_info}</bdi>
          </figure>
        ))}
      </div>
      {next && <NextPicture id={next} />}
    </div>
  )
}

/** The next picture, so that the browser has it. */
function NextPicture({ id }: { id: string }) {
  const { data: gif } = useQuery({ queryKey: ['item', id], queryFn: () => loadItem(id) })
  const picture = gif?.images.downsized_medium ?? gif?.images.original
  return picture ? <img src={pictureUrl(picture)} alt="" hidden /> : null
}

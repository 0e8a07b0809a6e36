import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pictureUrl } from '../../../shared/picture/renditions.ts'
import type { Rendition } from '../../../shared/schema/gif.ts'
import type { LibraryItem } from '../../../shared/schema/own/items.ts'
import { useAdmin } from '../admin-context.ts'
import { loadItem } from '../load-item.ts'

/** All renditions of an item, as they play. */
export function Sizes({ item: { id, alt_text, title } }: { item: LibraryItem }) {
  const texts = useAdmin().texts.library
  const { data, isPending } = useQuery({ queryKey: ['item', id], queryFn: () => loadItem(id) })
  const sizes = Object.entries(data?.images ?? {}).flatMap(([name, size]) => (size ? [{ name, size }] : []))
  const { original } = data?.images ?? {}
  return (
    <section aria-labelledby="sizes">
      <h3 id="sizes">{texts.sizes}</h3>
      {isPending && <Skeleton height={200} />}
      {!isPending && sizes.length === 0 && <p className="admin-soft">{texts.noSizes}</p>}
      {original && (
        <div className="admin-original">
          <Picture size={original} alt={alt_text || title} />
        </div>
      )}
      <ul className="admin-sizes">
        {sizes.map(({ name, size }) => (
          <li key={name}>
            <Picture size={size} alt="" />
            {/* Long names break behind their parts. */}
            <code>{name.replaceAll('_', '_\u200b')}</code>
            <span className="admin-soft">
              {size.width} × {size.height}
            </span>
            <Files size={size} name={name} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Picture({ size, alt }: { size: Rendition; alt: string }) {
  const picture = pictureUrl(size)
  return picture ? (
    <img src={picture} alt={alt} loading="lazy" decoding="async" />
  ) : (
    <video src={size.mp4} aria-label={alt} autoPlay loop muted playsInline preload="metadata" />
  )
}

/** The files of one size, by format. */
function Files({ size, name }: { size: Rendition; name: string }) {
  const files = [...new Set([size.url, size.webp, size.mp4])].filter(Boolean)
  return (
    <span className="admin-actions">
      {files.map((url) => (
        <a key={url} href={url} target="_blank" rel="noopener" aria-label={`${name}, ${formatOf(url)}`}>
          {formatOf(url)}
        </a>
      ))}
    </span>
  )
}

const formatOf = (url: string) => URL.parse(url)?.pathname.split('.').at(-1)?.toUpperCase()

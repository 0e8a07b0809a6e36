import type { OwnItem } from '../../../shared/schema/own/items.ts'

/** A small picture to know an item by; of a film its first frame. */
export const Thumbnail = ({ item: { thumbnail } }: { item: Pick<OwnItem, 'thumbnail'> }) => (
  <span className="admin-thumb">
    {thumbnail &&
      (thumbnail.kind === 'film' ? (
        <video src={thumbnail.url} muted playsInline preload="metadata" aria-hidden="true" tabIndex={-1} />
      ) : (
        <img src={thumbnail.url} alt="" loading="lazy" decoding="async" />
      ))}
  </span>
)

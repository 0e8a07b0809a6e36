import type { Manifest, ManifestItem } from '../media/manifest/manifest.ts'

/** Bytes of an item's files, each counted once however many renditions share it. */
function bytesOf(item: ManifestItem): number {
  const files = Object.values(item.renditions).flatMap(({ gif, webp, mp4, avif }) => [gif, webp, mp4, avif])
  const sizes = new Map(files.flatMap((file) => (file ? [[file.sha, file.size] as const] : [])))
  return [...sizes.values()].reduce((sum, size) => sum + size, 0)
}

const kilobytes = (bytes: number): string => `${Math.round(bytes / 1000)} KB`

/** Prints how many items of each kind there are and what they weigh. */
export function printSizes({ items }: Manifest): void {
  for (const [type, group = []] of Object.entries(Object.groupBy(items, (item) => item.type))) {
    const sizes = group.map(bytesOf)
    const total = sizes.reduce((sum, size) => sum + size, 0)
    const originals = group.map((item) => item.renditions.original?.gif?.size ?? 0)
    console.log(
      `${type}: ${group.length} items, ${kilobytes(total)}, on average ${kilobytes(total / group.length)}, ` +
        `largest ${kilobytes(Math.max(...sizes))}; largest original.gif ${kilobytes(Math.max(...originals))}`,
    )
  }
}

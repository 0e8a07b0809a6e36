type Props = {
  /** The frame's `id` in its messages, which tells them from those of other frames (`docs/contract.md`, Messages). */
  name: string
  src: string
  title: string
  /** Without a width, the frame fills its container's and keeps its height. */
  width?: number | undefined
  height: number
  eager?: boolean
}

/**
 * A frame of our own that keeps its ratio at any width, or its height. An empty drawing reserves the space, because the
 * policy forbids inline styles.
 */
export const FrameBox = ({ name, src, title, width, height, eager = false }: Props) => (
  <div className={width ? 'frame-box' : 'frame-box as-high'}>
    <svg
      width={width ?? '100%'}
      height={height}
      viewBox={width ? `0 0 ${width} ${height}` : undefined}
      aria-hidden="true"
    />
    <iframe
      name={name}
      src={withName(src, name)}
      title={title}
      allow="autoplay; fullscreen; clipboard-write"
      loading={eager ? 'eager' : 'lazy'}
    />
  </div>
)

const withName = (src: string, name: string) => `${src}${src.includes('?') ? '&' : '?'}id=${name}`

type Props = {
  /** Tells this frame's messages from others' (`docs/contract.md`, Messages). */
  name: string
  src: string
  title: string
  /** Without one it is as wide as its place and keeps its height. */
  width?: number | undefined
  height: number
  eager?: boolean
}

/**
 * A frame of our own that keeps its ratio at any width, or its height: an empty drawing holds the place, since the
 * policy forbids a style in the markup.
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

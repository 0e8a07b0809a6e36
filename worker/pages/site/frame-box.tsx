type Props = {
  src: string
  title: string
  width: number
  height: number
  eager?: boolean
  className?: string
}

/**
 * A frame of our own that keeps its ratio at any width: an empty drawing of that ratio holds the place, since the
 * policy forbids a style in the markup.
 */
export const FrameBox = ({ src, title, width, height, eager = false, className = '' }: Props) => (
  <div className={`frame-box ${className}`}>
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" />
    <iframe
      src={src}
      title={title}
      allow="autoplay; fullscreen; clipboard-write"
      loading={eager ? 'eager' : 'lazy'}
    />
  </div>
)

import 'react'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'loop-embed': HTMLAttributes<HTMLElement> & { gif: string; width?: string; ratio?: string }
      'loop-carousel': HTMLAttributes<HTMLElement> & { height: string }
      'loop-grid': HTMLAttributes<HTMLElement> & { height: string }
      'loop-picker': HTMLAttributes<HTMLElement> & { rating?: string }
    }
  }
}

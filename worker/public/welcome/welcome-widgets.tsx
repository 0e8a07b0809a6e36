import type { PageContext } from '../layout/page-context.ts'
import { FrameBox } from '../parts/frame-box.tsx'

/** Heights of the two frames, CSS pixels. */
const ROW_PX = 264
const WALL_PX = 560

/** Measured figures of every embed (`bench/`). */
const FACTS = [
  ['2', 'factTwo'],
  ['0', 'factZero'],
  ['0.00', 'factShift'],
] as const

/** What an embed costs, then carousel and grid as any page would embed them. */
export function WelcomeWidgets({ context }: { context: PageContext }) {
  const { texts } = context
  return (
    <>
      {!context.direct && (
        <dl className="facts">
          {FACTS.map(([figure, text]) => (
            <div key={text}>
              <dt>{texts[text]}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </dl>
      )}
      <section className="row-show" aria-labelledby="row-title">
        <h2 id="row-title">{texts.carouselTitle}</h2>
        {!context.direct && <p>{texts.carouselText}</p>}
        <FrameBox
          name="carousel"
          src={widget(context, 'carousel', { gutter: 12, borderRadius: 14 })}
          title={texts.carouselFrame}
          height={ROW_PX}
        />
      </section>
      <section className="wall-show" aria-labelledby="wall-title">
        <div>
          <h2 id="wall-title">{texts.gridTitle}</h2>
          <p>{texts.gridText}</p>
        </div>
        <FrameBox
          name="grid"
          src={widget(context, 'grid', { type: 'gifs', gutter: 10, borderRadius: 12 })}
          title={texts.gridFrame}
          height={WALL_PX}
        />
      </section>
    </>
  )
}

// The frames take the page's theme and language.
function widget(
  { theme, language }: PageContext,
  name: string,
  options: Record<string, string | number>,
): string {
  const query = new URLSearchParams({ lang: language })
  if (theme !== 'auto') query.set('theme', theme)
  for (const [option, value] of Object.entries(options)) query.set(option, String(value))
  return `/widgets/${name}?${query}`
}

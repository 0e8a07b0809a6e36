import type { ReactNode } from 'react'
import { type BuilderPlace, builderSnippet } from '../../../shared/public/builder-snippet.ts'
import type { PageContext } from '../../public/layout/page-context.ts'
import { CopyField } from '../../public/parts/copy-field.tsx'
import { DocsNav } from '../docs-nav.tsx'
import { Table } from '../table.tsx'
import { attributeRows, COMMANDS, eventRows, oembedRows, optionRows } from './guide-rows.ts'

type Props = { context: PageContext; place: BuilderPlace | undefined; reactExample: string }

const CHAPTERS = [
  ['frame', 'A frame'],
  ['element', 'An element, live'],
  ['attributes', 'Attributes'],
  ['options', 'Options'],
  ['events', 'Events'],
  ['oembed', 'oEmbed'],
  ['policies', 'Strict policies'],
  ['react', 'React'],
] as const

/** `/docs`: how to embed, in English. It reads without scripts; with them the example answers. */
export function GuidePage({ context, place, reactExample }: Props) {
  const { brand, publicUrl, texts } = context
  const copy = (id: string, label: string, value: string, lines = 6) => (
    <CopyField id={id} label={label} value={value} texts={texts} lines={lines} labelHidden />
  )
  const snippet = (fields: Record<string, string>) =>
    place ? builderSnippet(new URLSearchParams(fields), place).html : ''
  const oembed = `${publicUrl}/services/oembed?format=json&url=${encodeURIComponent(place?.item.itemUrl ?? `${publicUrl}/`)}`
  return (
    <div className="guide" lang="en">
      <DocsNav here="/docs" to={context.to} />
      <h1>Embed {brand}</h1>
      <p className="lead">
        A frame needs no script. An element keeps its place, loads when it comes near, and tells your page
        what happens. The <a href="/#build">snippet builder</a> writes both, and the{' '}
        <a href="/docs/api">API reference</a> has every call.
      </p>
      <nav aria-label="Chapters" className="guide-nav">
        {CHAPTERS.map(([id, name]) => (
          <a key={id} href={`#${id}`}>
            {name}
          </a>
        ))}
      </nav>
      <Chapter id="frame">
        <p>Paste it anywhere. It is never wider than what holds it, and works in a sandbox.</p>
        {copy('code-frame', 'Frame', snippet({}))}
        <p>With a size of “Responsive” it is as wide as its place:</p>
        {copy('code-fluid', 'Responsive frame', snippet({ size: 'responsive' }))}
      </Chapter>
      <Chapter id="element">
        <p>The style in the tag keeps the place until the script is there, so nothing shifts.</p>
        {copy('code-element', 'Element', snippet({ as: 'element' }))}
        {place && <LiveExample place={place} />}
      </Chapter>
      <Chapter id="attributes">
        <Table head={['Attribute', 'Is']} rows={attributeRows} />
      </Chapter>
      <Chapter id="options">
        <p>Each is an attribute of an element, and a parameter of a frame’s query.</p>
        <Table head={['Attribute', 'Query', 'On', 'Is']} rows={optionRows} />
      </Chapter>
      <Chapter id="events">
        <p>They bubble from the element. What comes with a message is in its detail.</p>
        <Table head={['Event', 'When']} rows={eventRows} />
      </Chapter>
      <Chapter id="oembed">
        <p>
          Items, stickers, embeds and media files are described as oEmbed 1.0; maxwidth and maxheight keep the
          ratio.
        </p>
        {copy('code-oembed', 'oEmbed request', `curl "${oembed}"`, 3)}
        <Table head={['Status', 'When']} rows={oembedRows} />
      </Chapter>
      <Chapter id="policies">
        <p>
          Two lines of a Content-Security-Policy are all that the elements need. Trusted Types may be
          required.
        </p>
        {copy('code-policy', 'Policy', `script-src ${publicUrl}/loopframe.js;\nframe-src ${publicUrl};`, 3)}
        <p>
          A policy that forbids inline styles ignores the one in the tag: keep the place in your style sheet.
        </p>
        {copy(
          'code-place',
          'Style',
          'loop-embed:not(:defined) {\n  display: block;\n  max-width: 480px;\n  aspect-ratio: 16 / 9;\n}',
          6,
        )}
      </Chapter>
      <Chapter id="react">
        <p>The package has the components Gif, Carousel and Grid, for React 19 or newer.</p>
        {copy('code-react', 'React', reactExample.replaceAll('https://loop.example', publicUrl), 16)}
      </Chapter>
    </div>
  )
}

const NAMES: Readonly<Record<string, string>> = Object.fromEntries(CHAPTERS)

const Chapter = ({ id, children }: { id: (typeof CHAPTERS)[number][0]; children: ReactNode }) => (
  <section aria-labelledby={id}>
    <h2 id={id}>{NAMES[id]}</h2>
    {children}
  </section>
)

/** The element itself, a button for each command, and what it says. Its script is `islands/public/guide.ts`. */
const LiveExample = ({ place: { item } }: { place: BuilderPlace }) => (
  <div className="guide-live">
    <loop-embed gif={item.slug} width="480" ratio={`${item.width}/${item.height}`}>
      <a href={item.itemUrl}>{item.title}</a>
    </loop-embed>
    <div className="guide-talk">
      <fieldset className="guide-commands">
        <legend>Commands</legend>
        {Object.entries(COMMANDS).map(([name, is]) => (
          <button key={name} type="button" data-command={name} title={is}>
            {name}
          </button>
        ))}
      </fieldset>
      <h3 id="log">What it says</h3>
      <ol className="guide-log" aria-labelledby="log" data-log />
    </div>
  </div>
)

import type { ReactNode } from 'react'
import {
  type BuilderPlace,
  builderItem,
  builderSnippet,
  scriptHtml,
} from '../../shared/public/builder-snippet.ts'
import type { AppContext } from '../http/context.ts'
import { optional, type PageContext, pageContext, readProvider, renderPage } from '../public/layout/page.ts'
import { CopyField } from '../public/layout/parts.tsx'
import { assets } from '../render/document.ts'
import { DocsNav, reactExample, Table } from './docs.tsx'
import { attributeRows, COMMANDS, clientRows, eventRows, oembedRows, optionRows } from './guide-rows.ts'

/** `/docs`: its examples show the item that is trending most. Where none can be read, the rest of the page is there. */
export async function guide(c: AppContext): Promise<Response> {
  const trending = await optional(readProvider(c, 'trending', { type: 'gifs', limit: 1 }))
  const gifs = trending?.value.data ?? []
  const context = pageContext(c)
  const { brand, publicUrl } = context
  const item = gifs[0] && builderItem(gifs[0], publicUrl)
  const place = item && { publicUrl, brand, item, title: 'GIFs' }
  const page = {
    name: 'docs',
    head: {
      title: `Embed ${brand}`,
      description: `How to embed ${brand}: iframes, elements, events, oEmbed, and React.`,
      canonical: `${publicUrl}/docs`,
      links: [{ rel: 'stylesheet', href: assets.styles.docs }],
      scripts: ['partner', 'guide'] as const,
    },
    content: <GuidePage context={context} place={place} reactExample={reactExample} />,
  }
  return renderPage(c, page, { ...trending, pictures: gifs })
}

type Props = { context: PageContext; place: BuilderPlace | undefined; reactExample: string }

const CHAPTERS = [
  ['frame', 'Iframe'],
  ['element', 'Live element'],
  ['picker', 'Picker'],
  ['attributes', 'Attributes'],
  ['options', 'Options'],
  ['events', 'Events'],
  ['oembed', 'oEmbed'],
  ['policies', 'Strict policies'],
  ['react', 'React'],
  ['clients', 'Your GIPHY, Tenor, or KLIPY client'],
] as const

/** `/docs`: how to embed, in English. It reads without scripts; with them the example answers. */
function GuidePage(props: Props) {
  const { brand, to } = props.context
  return (
    <div className="guide" lang="en">
      <DocsNav here="/docs" to={to} />
      <h1>Embed {brand}</h1>
      <p className="lead">
        An iframe needs no script. An element reserves its space, loads when it comes near the view, and tells
        your page what happens. The <a href="/#build">snippet builder</a> writes both for you. For every call,
        see the <a href="/docs/api">API reference</a>.
      </p>
      <nav aria-label="Chapters" className="guide-nav">
        {CHAPTERS.map(([id, name]) => (
          <a key={id} href={`#${id}`}>
            {name}
          </a>
        ))}
      </nav>
      <Snippets {...props} />
      <Tables {...props} />
      <Uses {...props} />
    </div>
  )
}

type CodeProps = { context: PageContext; id: string; label: string; value: string; lines?: number }

const Code = ({ context: { texts }, id, label, value, lines = 6 }: CodeProps) => (
  <CopyField id={id} label={label} value={value} texts={texts} lines={lines} labelHidden />
)

/** What to paste: a frame, an element, the picker. */
function Snippets({ context, place }: Props) {
  const snippet = (fields: Record<string, string>) =>
    place ? builderSnippet(new URLSearchParams(fields), place).html : ''
  return (
    <>
      <Chapter id="frame">
        <p>Paste it anywhere. It’s never wider than its container, and it works in a sandbox.</p>
        <Code context={context} id="code-frame" label="Iframe" value={snippet({})} />
        <p>With the size “Responsive”, it’s as wide as its container:</p>
        <Code
          context={context}
          id="code-fluid"
          label="Responsive iframe"
          value={snippet({ size: 'responsive' })}
        />
      </Chapter>
      <Chapter id="element">
        <p>The style in the tag reserves the space until the script arrives, so nothing shifts.</p>
        <Code context={context} id="code-element" label="Element" value={snippet({ as: 'element' })} />
        {place && <LiveExample place={place} />}
      </Chapter>
      <Chapter id="picker">
        <p>
          A button that opens a GIF picker: a panel beside it, and on a phone a sheet from below. Nothing of
          it loads before the first press. It’s used by keyboard alone too.
        </p>
        <Code
          context={context}
          id="code-picker"
          label="Picker"
          value={pickerSnippet(context.publicUrl)}
          lines={12}
        />
        <p>
          With the attribute inline, it’s in its place on the page. As an iframe, it’s at{' '}
          <a href="/widgets/picker">/widgets/picker</a>; there, choosing copies the link.
        </p>
        <PickerExample />
      </Chapter>
    </>
  )
}

/** What it takes, and what it says. */
function Tables({ context, place }: Props) {
  const { publicUrl } = context
  const target = encodeURIComponent(place?.item.itemUrl ?? `${publicUrl}/`)
  const oembed = `${publicUrl}/services/oembed?format=json&url=${target}`
  return (
    <>
      <Chapter id="attributes">
        <Table head={['Attribute', 'Meaning']} rows={attributeRows} />
      </Chapter>
      <Chapter id="options">
        <p>Each option is an attribute of an element and a query parameter of an iframe.</p>
        <Table head={['Attribute', 'Query', 'On', 'Meaning']} rows={optionRows} />
      </Chapter>
      <Chapter id="events">
        <p>Events bubble from the element. What comes with a message is in the event’s detail.</p>
        <Table head={['Event', 'When']} rows={eventRows} />
      </Chapter>
      <Chapter id="oembed">
        <p>
          oEmbed 1.0 describes items, stickers, embeds, and media files. maxwidth and maxheight keep the
          ratio.
        </p>
        <Code
          context={context}
          id="code-oembed"
          label="oEmbed request"
          value={`curl "${oembed}"`}
          lines={3}
        />
        <Table head={['Status', 'When']} rows={oembedRows} />
      </Chapter>
    </>
  )
}

const STYLE = 'loop-embed:not(:defined) {\n  display: block;\n  max-width: 480px;\n  aspect-ratio: 16 / 9;\n}'

/** Where else it works: under a policy, in React, in clients of other services. */
function Uses({ context, reactExample }: Props) {
  const { publicUrl } = context
  return (
    <>
      <Chapter id="policies">
        <p>The elements need just two lines of a Content-Security-Policy. You can require Trusted Types.</p>
        <Code
          context={context}
          id="code-policy"
          label="Policy"
          value={`script-src ${publicUrl}/loopframe.js;\nframe-src ${publicUrl};`}
          lines={3}
        />
        <p>
          A policy that forbids inline styles ignores the one in the tag. Reserve the space in your style
          sheet.
        </p>
        <Code context={context} id="code-place" label="Style" value={STYLE} lines={6} />
      </Chapter>
      <Chapter id="react">
        <p>The package has the components Gif, Carousel, Grid, and Picker, for React 19 or newer.</p>
        <Code
          context={context}
          id="code-react"
          label="React"
          value={reactExample.replaceAll('https://loop.example', publicUrl)}
          lines={16}
        />
      </Chapter>
      <Chapter id="clients">
        <p>
          Clients of these services work when you change their base address. Their keys and parameters stay.
          The calls are in the <a href="/docs/api#dialects">API reference</a>.
        </p>
        <Table head={['Client of', 'Before', 'Now']} rows={clientRows(publicUrl)} />
        <Code context={context} id="code-clients" label="Requests" value={requestsTo(publicUrl)} lines={5} />
      </Chapter>
    </>
  )
}

const requestsTo = (publicUrl: string): string =>
  [
    `curl "${publicUrl}/v1/gifs/search?api_key=KEY&q=coffee&limit=10"`,
    `curl "${publicUrl}/v2/search?key=KEY&q=coffee&limit=10"`,
    `curl "${publicUrl}/api/v1/KEY/gifs/search?q=coffee&per_page=10"`,
  ].join('\n')

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
      <Log id="log" />
    </div>
  </div>
)

/** A chat's field with the picker next to it, and what the picker says. */
const PickerExample = () => (
  <div className="guide-live">
    <div className="guide-chat">
      <input type="text" aria-label="Message" />
      <loop-picker rating="pg">GIF</loop-picker>
    </div>
    <div className="guide-talk">
      <Log id="picker-log" />
    </div>
  </div>
)

const Log = ({ id }: { id: string }) => (
  <>
    <h3 id={id}>What it reports</h3>
    <ol className="guide-log" aria-labelledby={id} data-log />
  </>
)

const pickerSnippet = (publicUrl: string) => `${scriptHtml(publicUrl)}
<loop-picker rating="pg">GIF</loop-picker>
<script>
  document.addEventListener('loop-pick', ({ detail: { gif } }) => {
    // Also: id, type, title, url, embed, width, height.
    const { url, webp } = gif.images.fixed_width
    send({ text: gif.alt, image: webp ?? url })
  })
</script>`

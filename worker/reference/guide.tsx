import { Fragment, type ReactNode } from 'react'
import {
  type BuilderPlace,
  builderItem,
  builderSnippet,
  scriptHtml,
} from '../../shared/public/builder-snippet.ts'
import type { AppContext } from '../http/context.ts'
import { type PageContext, pageContext } from '../public/layout/page.ts'
import { CopyField } from '../public/layout/parts.tsx'
import { DocsNav, reactExample, renderDocs, Table, trendingFirst } from './docs.tsx'
import { attributeRows, clientRows, eventRows, OEMBED_FAILURES, optionRows } from './guide-rows.ts'
import { Commands, Log } from './live.tsx'

/** `/docs`: its examples show the item that is trending most. Where none can be read, the rest of the page is there. */
export async function guide(c: AppContext): Promise<Response> {
  const { gif, source } = await trendingFirst(c)
  const context = pageContext(c)
  const { brand, publicUrl } = context
  const item = gif && builderItem(gif, publicUrl)
  const place = item && { publicUrl, brand, item, title: 'GIFs' }
  const page = {
    path: '/docs',
    title: `Embed ${brand}`,
    description: `How to embed ${brand}: iframes, elements, events, oEmbed, and React.`,
    scripts: ['partner', 'guide'] as const,
    content: <GuidePage context={context} place={place} />,
  }
  return renderDocs(c, page, source)
}

const CHAPTERS = {
  frame: 'Iframe',
  element: 'Live element',
  lists: 'Carousel and grid',
  picker: 'Picker',
  attributes: 'Attributes',
  options: 'Options',
  events: 'Events',
  oembed: 'oEmbed',
  policies: 'Strict policies',
  react: 'React',
  clients: 'Your GIPHY, Tenor, or KLIPY client',
} as const

type Props = { context: PageContext; place: BuilderPlace | undefined }

/** `/docs`: how to embed, in English. It reads without scripts; with them the example answers. */
function GuidePage({ context, place }: Props) {
  const { brand, publicUrl, texts, to } = context
  const code: Code = (name, label, value, lines = 6) => (
    <CopyField id={`code-${name}`} label={label} value={value} texts={texts} lines={lines} labelHidden />
  )
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
        {Object.entries(CHAPTERS).map(([id, name]) => (
          <a key={id} href={`#${id}`}>
            {name}
          </a>
        ))}
      </nav>
      <Snippets publicUrl={publicUrl} place={place} code={code} />
      <Tables publicUrl={publicUrl} place={place} code={code} />
      <Uses publicUrl={publicUrl} code={code} />
    </div>
  )
}

const Chapter = ({ id, children }: { id: keyof typeof CHAPTERS; children: ReactNode }) => (
  <section aria-labelledby={id}>
    <h2 id={id}>{CHAPTERS[id]}</h2>
    {children}
  </section>
)

/** A field to copy from; it shows six lines where none are given. */
type Code = (name: string, label: string, value: string, lines?: number) => ReactNode

type PartProps = { publicUrl: string; code: Code }
type ExampleProps = PartProps & { place: BuilderPlace | undefined }

/** What to paste: a frame, an element, the picker. */
function Snippets({ publicUrl, place, code }: ExampleProps) {
  const snippet = (fields: Record<string, string>) =>
    place ? builderSnippet(new URLSearchParams(fields), place).html : ''
  return (
    <>
      <Chapter id="frame">
        <p>Paste it anywhere. It’s never wider than its container, and it works in a sandbox.</p>
        {code('frame', 'Iframe', snippet({}))}
        <p>With the size “Responsive”, it’s as wide as its container:</p>
        {code('fluid', 'Responsive iframe', snippet({ size: 'responsive' }))}
      </Chapter>
      <Chapter id="element">
        <p>The style in the tag reserves the space until the script arrives, so nothing shifts.</p>
        {code('element', 'Element', snippet({ as: 'element' }))}
        {place && <LiveExample place={place} />}
      </Chapter>
      <Chapter id="lists">
        <p>
          A list shows the results of a search, a channel, or items by their IDs; without one, what’s
          trending.
        </p>
        {LISTS.map(([name, fields]) => (
          <Fragment key={name}>
            {code(
              name,
              `Element of a ${name}`,
              snippet({ what: name, as: 'element', size: 'responsive', ...fields }),
              3,
            )}
            <LiveList name={name} height={fields.height} />
          </Fragment>
        ))}
      </Chapter>
      <Chapter id="picker">
        <p>
          A button that opens a GIF picker: a panel beside it, and on a phone a sheet from below. Nothing of
          it loads before the first press. It works with the keyboard alone, too.
        </p>
        {code('picker', 'Picker', pickerSnippet(publicUrl), 12)}
        <p>
          With the attribute inline, it’s in its place on the page. As an iframe, it’s at{' '}
          <a href="/widgets/picker?pick=copy">/widgets/picker?pick=copy</a>; there, choosing copies the link.
        </p>
        <PickerExample />
      </Chapter>
    </>
  )
}

const LISTS = [
  ['carousel', { height: '160' }],
  ['grid', { height: '480' }],
] as const

/** What the snippet above it makes. */
const LiveList = ({ name, height }: { name: 'carousel' | 'grid'; height: string }) => {
  const List = `loop-${name}` as const
  return (
    <List className={`guide-${name}`} height={height}>
      <a href="/trending">What’s trending</a>
    </List>
  )
}

/** What it takes, and what it says. */
function Tables({ publicUrl, place, code }: ExampleProps) {
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
        {code('oembed', 'oEmbed request', `curl "${oembed}"`, 3)}
        <Table head={['Status', 'When']} rows={OEMBED_FAILURES} />
      </Chapter>
    </>
  )
}

const STYLE = 'loop-embed:not(:defined) {\n  display: block;\n  max-width: 480px;\n  aspect-ratio: 16 / 9;\n}'

/** Where else it works: under a policy, in React, in clients of other services. */
const Uses = ({ publicUrl, code }: PartProps) => (
  <>
    <Chapter id="policies">
      <p>The elements need just two lines of a Content-Security-Policy. You can require Trusted Types.</p>
      {code('policy', 'Policy', `script-src ${publicUrl}/loopframe.js;\nframe-src ${publicUrl};`, 3)}
      <p>
        A policy that forbids inline styles ignores the one in the tag. Reserve the space in your style sheet.
      </p>
      {code('place', 'Style', STYLE)}
    </Chapter>
    <Chapter id="react">
      <p>The package has the components Gif, Carousel, Grid, and Picker, for React 19 or newer.</p>
      {code('react', 'React', reactExample.replaceAll('https://loop.example', publicUrl), 16)}
    </Chapter>
    <Chapter id="clients">
      <p>
        Clients of these services work when you change their base address. Their keys and parameters stay. The
        calls are in the <a href="/docs/api#dialects">API reference</a>.
      </p>
      <Table head={['Client of', 'Before', 'Now']} rows={clientRows(publicUrl)} />
      {code('clients', 'Requests', requestsTo(publicUrl), 5)}
    </Chapter>
  </>
)

const requestsTo = (publicUrl: string): string =>
  [
    `curl "${publicUrl}/v1/gifs/search?api_key=KEY&q=coffee&limit=10"`,
    `curl "${publicUrl}/v2/search?key=KEY&q=coffee&limit=10"`,
    `curl "${publicUrl}/api/v1/KEY/gifs/search?q=coffee&per_page=10"`,
  ].join('\n')

/** The element itself, a button for each command, and what it says. Its script is `islands/public/guide.ts`. */
const LiveExample = ({ place: { item } }: { place: BuilderPlace }) => (
  <div className="guide-live" data-example>
    <loop-embed gif={item.slug} width="480" ratio={`${item.width}/${item.height}`}>
      <a href={item.itemUrl}>{item.title}</a>
    </loop-embed>
    <div className="guide-talk">
      <Commands />
      <Log id="log" />
    </div>
  </div>
)

/** A chat's field with the picker next to it, and what the picker says. */
const PickerExample = () => (
  <div className="guide-live" data-example>
    <div className="guide-chat">
      <input type="text" aria-label="Message" />
      <loop-picker rating="pg">GIF</loop-picker>
    </div>
    <div className="guide-talk">
      <Log id="picker-log" />
    </div>
  </div>
)

const pickerSnippet = (publicUrl: string) => `${scriptHtml(publicUrl)}
<loop-picker rating="pg">GIF</loop-picker>
<script>
  document.addEventListener('loop-pick', ({ detail: { gif } }) => {
    // Also: id, type, title, url, embed, width, height.
    const { avif, webp, url } = gif.images.fixed_width
    send({ text: gif.alt, image: avif ?? webp ?? url })
  })
</script>`

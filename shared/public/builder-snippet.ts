import { embedPath, isId, itemPath } from '../gif/item-path.ts'
import { fitted, frameHtml, snippetHtml } from '../gif/snippet.ts'
import { escapeHtml, safeHref } from '../html.ts'
import { SNIPPET_BOX_PX } from '../limits.ts'
import { SURFACES, type Surface } from '../widgets/option-row.ts'
import { BUILDER_FIELDS, type OptionField, SOURCES } from './builder-fields.data.ts'
import type { Control } from './control.ts'

/** The GIF that a snippet shows. */
export type BuilderItem = { slug: string; itemUrl: string; title: string; width: number; height: number }

/** `title` begins the title of a widget's frame; its source follows. */
export type BuilderPlace = { publicUrl: string; brand: string; item: BuilderItem; title: string }

/** A snippet, and the data for its preview. */
export type BuiltSnippet = {
  html: string
  src: string
  title: string
  width: number
  height: number
  fluid: boolean
  /** The attributes of its element; a flag has none for a value. */
  attributes: readonly Attribute[]
}

type Attribute = readonly [name: string, value?: string]

export type Form = Pick<URLSearchParams, 'get'>

/** The sizes to choose from: px, as wide as its place, or a width of one's own. */
export const SIZES = ['320', '480', '640', 'responsive', 'own'] as const

/** The sizes that a frame may have, in CSS pixels. */
export const FRAME_PX = { width: [100, 2000], height: [40, 1000] } as const

/** The heights of widgets where the form leaves them empty. */
const USUAL_HEIGHT_PX = { carousel: 244, grid: 480, picker: 440 } as const satisfies Record<
  Exclude<Surface, 'embed'>,
  number
>

const oneOf = <T extends string>(values: readonly [T, ...T[]], given: string | null): T =>
  values.find((value) => value === given) ?? values[0]

export const surfaceOf = (form: Form): Surface => oneOf(SURFACES, form.get('what'))
export const sizeChoice = (form: Form) => oneOf([`${SNIPPET_BOX_PX}`, ...SIZES], form.get('size'))
/** A picker begins with what is trending; what it shows then is its visitor's choice. */
export const sourceOf = (form: Form): string =>
  oneOf(SOURCES, surfaceOf(form) === 'picker' ? null : form.get('source'))

/** The snippet for the fields of a form (§9; `docs/contract.md`, Routes). Pure: server and browser share it. */
export function builderSnippet(
  form: Form,
  place: BuilderPlace,
  fields: readonly OptionField[] = BUILDER_FIELDS,
): BuiltSnippet {
  const surface = surfaceOf(form)
  const size = sizeOf(form, surface, place.item)
  const options = optionsIn(form, surface, fields)
  const query = new URLSearchParams(options.map(({ option, value }): [string, string] => [option, value]))
  // In a frame without a listener, choosing would do nothing.
  if (surface === 'picker' && !query.has('pick')) query.set('pick', 'copy')
  const path = surface === 'embed' ? `/embed/${encodeURIComponent(place.item.slug)}` : `/widgets/${surface}`
  const src = query.size > 0 ? `${path}?${query}` : path
  const fluid = sizeChoice(form) === 'responsive'
  const title =
    surface === 'embed' ? place.item.title : [place.title, sourceText(form)].filter(Boolean).join(': ')
  const shape = { src, title, fluid, surface, options, ...size }
  const built = { ...shape, attributes: attributesOf(shape, place.item) }
  const write = form.get('as') === 'element' ? elementHtml : surface === 'embed' ? embedHtml : widgetHtml
  return { ...built, html: write({ ...built, box: Math.max(size.width, size.height) }, place) }
}

type Shape = Omit<BuiltSnippet, 'html' | 'attributes'> & { surface: Surface; options: GivenOption[] }
type Parts = Shape & { attributes: readonly Attribute[]; box: number }

/** A GIF keeps its aspect ratio: a size is its longer side (§9), a width of one's own its width. */
function sizeOf(form: Form, surface: Surface, item: BuilderItem) {
  const size = sizeChoice(form)
  const own = size === 'own' ? numberIn(form.get('width'), FRAME_PX.width) : undefined
  const preset = Number(size) || SNIPPET_BOX_PX
  if (surface !== 'embed') {
    const height = numberIn(form.get('height'), FRAME_PX.height)
    return { width: own ?? preset, height: height ?? USUAL_HEIGHT_PX[surface] }
  }
  return own
    ? { width: own, height: Math.max(1, Math.round((own * item.height) / item.width)) }
    : fitted(item, preset)
}

/** The value of a widget's source; '' for trending. */
const sourceText = (form: Form): string =>
  sourceOf(form) === 'trending' ? '' : (form.get('value')?.trim() ?? '')

/** An option that the form sets. An attribute that is `bare` is written without its value. */
type GivenOption = { option: string; attribute: string; value: string; bare: boolean }

function optionsIn(form: Form, surface: Surface, fields: readonly OptionField[]): GivenOption[] {
  const source = sourceOf(form)
  const text = surface === 'embed' ? '' : sourceText(form)
  return [
    ...(text ? [{ option: source, attribute: source, value: text, bare: false }] : []),
    ...fields.flatMap((field) => {
      const value = field.on.includes(surface) ? writtenValue(field, form.get(field.name)) : undefined
      const { option, attribute } = field
      const bare = field.kind === 'flag' && field.writes === '1'
      return value === undefined ? [] : { option, attribute, value, bare }
    }),
  ]
}

const embedHtml = ({ src, title, fluid, box }: Parts, { publicUrl, brand, item }: BuilderPlace): string =>
  snippetHtml({ ...item, title, brand, embedUrl: publicUrl + src, boxPx: box }, fluid)

function widgetHtml({ src, title, width, height, fluid }: Parts, { publicUrl, brand }: BuilderPlace): string {
  const frame = {
    src: publicUrl + src,
    title,
    width: fluid ? '100%' : width,
    height,
    style: 'border:0;max-width:100%',
  }
  return `${frameHtml(frame)}<p><a href="${escapeHtml(publicUrl)}/">via ${escapeHtml(brand)}</a></p>`
}

function attributesOf(shape: Shape, item: BuilderItem): Attribute[] {
  const { surface, options, width, height, fluid } = shape
  const isEmbed = surface === 'embed'
  const given = options.map(
    ({ attribute, value, bare }): Attribute => (bare ? [attribute] : [attribute, value]),
  )
  return [
    ...(isEmbed ? [['gif', item.slug] as const] : surface === 'picker' ? [['inline'] as const] : []),
    ...given,
    ...(fluid ? [] : [['width', `${width}`] as const]),
    ...(isEmbed
      ? fluid
        ? [['ratio', `${item.width}/${item.height}`] as const]
        : []
      : [['height', `${height}`] as const]),
    ['style', elementPlace(shape, item)],
  ]
}

function elementHtml({ surface, title, attributes }: Parts, { publicUrl, item }: BuilderPlace): string {
  const tag = `loop-${surface}`
  const href = escapeHtml(surface === 'embed' ? item.itemUrl : `${publicUrl}/`)
  const inside = `<a href="${href}">${escapeHtml(title)}</a>`
  const element = `<${tag} ${attributes.map(attributeHtml).join(' ')}>${inside}</${tag}>`
  return `${scriptHtml(publicUrl)}\n${element}${surface === 'picker' ? PICK_LISTENER : ''}`
}

/** What follows a picker's element: it takes what is chosen, and shows where to go on from. */
const PICK_LISTENER = `
<script>
  // Runs for each GIF that's chosen: gif has id, type, title, alt, url, embed, width, height, and images.
  document.currentScript.previousElementSibling.addEventListener('loop-pick', ({ target, detail: { gif } }) => {
    const link = document.createElement('a')
    link.href = gif.url
    link.textContent = gif.alt
    target.after(link)
  })
</script>`

/** The element's place in its own tag: it holds before the script is there, however late that comes. */
function elementPlace({ surface, width, height, fluid }: Shape, item: BuilderItem): string {
  const shape = surface === 'embed' ? `aspect-ratio:${item.width}/${item.height}` : `height:${height}px`
  return `display:block;${fluid ? '' : `width:${width}px;`}max-width:100%;${shape}`
}

const attributeHtml = ([name, value]: Attribute) =>
  value === undefined ? name : `${name}="${escapeHtml(value)}"`

/** The line that loads the elements. */
export const scriptHtml = (publicUrl: string): string =>
  `<script async src="${escapeHtml(publicUrl)}/loopframe.js"></script>`

type Size = { width: number | string; height: number | string }

/** The fields of a GIF that the builder reads: a parsed GIF in the server, the API's JSON in the browser. */
export type RawItem = {
  id: string
  slug?: string
  url?: string
  title?: string
  alt_text?: string
  is_sticker?: unknown
  images?: { original?: Size }
}

/** The snippet's part of a GIF; `undefined` for an id that is invalid in our paths. */
export function builderItem(raw: RawItem, publicUrl: string): BuilderItem | undefined {
  const { id, slug = '', images } = raw
  if (!isId(id)) return undefined
  const item = { id, slug, is_sticker: Boolean(raw.is_sticker) }
  const [width, height] = [Number(images?.original?.width), Number(images?.original?.height)]
  const known = width > 0 && height > 0
  return {
    slug: embedPath(item).slice('/embed/'.length),
    itemUrl: safeHref(raw.url ?? '') ?? publicUrl + itemPath(item),
    title: raw.alt_text || raw.title || 'GIF',
    width: known ? width : 480,
    height: known ? height : 270,
  }
}

/** What a field adds to the query: nothing if it is empty, has the default, or would be refused. */
export function writtenValue(field: Control, value: string | null): string | undefined {
  const text = value?.trim() ?? ''
  if (text === '') return undefined
  switch (field.kind) {
    case 'flag':
      return field.writes
    case 'choice':
      return field.values.indexOf(text) > 0 ? text : undefined
    case 'text':
      return isOfForm(text, field) ? text : undefined
    case 'number': {
      const number = numberIn(text, field.range)
      return number === undefined || number === field.usual ? undefined : String(number)
    }
  }
}

/** A whole number of its range; `undefined` for any other text. Nothing is clamped: `builder-problem.ts` says it. */
export function numberIn(text: string | null, [min, max]: readonly [number, number]): number | undefined {
  const number = /^-?\d{1,6}$/.test(text?.trim() ?? '') ? Number(text) : Number.NaN
  return number >= min && number <= max ? number : undefined
}

/** Whether a text is what its field takes. */
export const isOfForm = (text: string, field: { pattern: string }): boolean =>
  new RegExp(field.pattern).test(text)

import { fitted, frameHtml, snippetHtml } from '../gif/snippet-html.ts'
import { escapeHtml } from '../html/escape-html.ts'
import { SNIPPET_BOX_PX, WIDGET_LIMITS } from '../limits.ts'
import {
  BUILDER_FIELDS,
  numberIn,
  SOURCES,
  type Source,
  SURFACES,
  type Surface,
  written,
} from './builder-fields.ts'

/** The GIF that a snippet shows. */
export type BuilderItem = { slug: string; itemUrl: string; title: string; width: number; height: number }

/** `title` is what a widget's frame is called, before what it shows. */
export type BuilderPlace = { publicUrl: string; brand: string; item: BuilderItem; title: string }

/** A snippet, and the same thing for the page's own preview. */
export type BuiltSnippet = {
  html: string
  src: string
  title: string
  width: number
  height: number
  fluid: boolean
}

type Form = Pick<URLSearchParams, 'get'>

/** How wide and high a frame may be asked for, in CSS pixels. */
export const FRAME_PX = { width: [100, 2000], height: WIDGET_LIMITS.height } as const

/** The sizes that frames have where nobody says. */
const USUAL_PX = {
  embed: { width: SNIPPET_BOX_PX, height: SNIPPET_BOX_PX },
  carousel: { width: 640, height: 244 },
  grid: { width: 640, height: 480 },
} as const satisfies Record<Surface, object>

const oneOf = <T extends string>(values: readonly [T, ...T[]], asked: string | null): T =>
  values.find((value) => value === asked) ?? values[0]

export const surfaceOf = (form: Form): Surface => oneOf(SURFACES, form.get('what'))
export const sourceOf = (form: Form): Source => oneOf(SOURCES, form.get('source'))

/** Makes the snippet that a form's fields ask for (§9; `docs/contract.md`, Routes). Pure: server and browser share it. */
export function builderSnippet(form: Form, place: BuilderPlace): BuiltSnippet {
  const surface = surfaceOf(form)
  const size = sizeOf(form, surface, place.item)
  const query = queryOf(form, surface)
  const path = surface === 'embed' ? `/embed/${encodeURIComponent(place.item.slug)}` : `/widgets/${surface}`
  const src = query.size > 0 ? `${path}?${query}` : path
  const fluid = form.get('responsive') !== null
  const title =
    surface === 'embed' ? place.item.title : [place.title, sourceText(form)].filter(Boolean).join(': ')
  const built = { src, title, fluid, ...size }
  const write = form.get('as') === 'element' ? elementHtml : surface === 'embed' ? embedHtml : widgetHtml
  return {
    ...built,
    html: write({ ...built, surface, query, box: Math.max(size.width, size.height) }, place),
  }
}

type Parts = Omit<BuiltSnippet, 'html'> & { surface: Surface; query: URLSearchParams; box: number }

/** A GIF keeps its ratio: its width alone is asked for. */
function sizeOf(form: Form, surface: Surface, item: BuilderItem) {
  const width = numberIn(form.get('width'), FRAME_PX.width)
  if (surface === 'embed') {
    const usual = fitted(item)
    return width ? { width, height: Math.max(1, Math.round((width * item.height) / item.width)) } : usual
  }
  const height = numberIn(form.get('height'), FRAME_PX.height)
  return { width: width ?? USUAL_PX[surface].width, height: height ?? USUAL_PX[surface].height }
}

/** What a widget's source is asked for; nothing for what is trending. */
const sourceText = (form: Form): string =>
  sourceOf(form) === 'trending' ? '' : (form.get('value')?.trim() ?? '')

function queryOf(form: Form, surface: Surface): URLSearchParams {
  const query = new URLSearchParams()
  const value = sourceText(form)
  if (surface !== 'embed' && value) query.set(sourceOf(form), value)
  for (const field of BUILDER_FIELDS) {
    const text = field.on.includes(surface) ? written(field, form.get(field.name)) : undefined
    if (text !== undefined) query.set(field.as ?? field.name, text)
  }
  return query
}

const embedHtml = ({ src, title, fluid, box }: Parts, { publicUrl, brand, item }: BuilderPlace): string =>
  snippetHtml({ ...item, title, brand, embedUrl: publicUrl + src, boxPx: box }, fluid)

function widgetHtml({ src, title, width, height, fluid }: Parts, { publicUrl, brand }: BuilderPlace): string {
  const frame = { src: publicUrl + src, title, width: fluid ? '100%' : width, height, style: 'border:0' }
  return `${frameHtml(frame)}<p><a href="${escapeHtml(publicUrl)}/">via ${escapeHtml(brand)}</a></p>`
}

/** The names of the query with dashes, as `/loopframe.js` reads them. */
const attributeOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const FLAGS = BUILDER_FIELDS.filter(({ kind, as }) => kind === 'flag' && !as).map(({ name }) => name)

function elementHtml(parts: Parts, { publicUrl, item }: BuilderPlace): string {
  const { surface, query, title, width, height, fluid } = parts
  const attributes = [
    ...(surface === 'embed' ? [['gif', item.slug]] : []),
    ...query,
    ...(fluid ? [] : [['width', String(width)]]),
    ...(surface === 'embed'
      ? fluid
        ? [['ratio', `${item.width}/${item.height}`]]
        : []
      : [['height', String(height)]]),
    ['title', title],
  ]
  const written = attributes.map(([name = '', value = '']) =>
    FLAGS.includes(name) ? attributeOf(name) : `${attributeOf(name)}="${escapeHtml(value)}"`,
  )
  return `${scriptHtml(publicUrl)}\n<loop-${surface} ${written.join(' ')}></loop-${surface}>`
}

/** The line that brings the elements. */
export const scriptHtml = (publicUrl: string): string =>
  `<script async src="${escapeHtml(publicUrl)}/loopframe.js"></script>`

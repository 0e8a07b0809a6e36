import { toOembed } from '../../shared/oembed.ts'
import type { Gif } from '../../shared/schema/gif.ts'
import { attributeOf, type OptionRow } from '../../shared/widgets/option-row.ts'
import { OPTIONS } from '../../shared/widgets/options.ts'
import type { JsonSchema } from './json-schema-of.ts'
import { SAMPLE } from './samples.ts'

const { id, slug, host } = SAMPLE

/** The chapter of what other sites frame, load or read, which are no calls of the catalogue. */
export const FRAMED = {
  name: 'Embedding',
  description: 'oEmbed, and the addresses of frames. To learn how to use them, see Embedding.',
}

type Field = { name: string; in: string; required: boolean; schema: JsonSchema; description?: string }

const text: JsonSchema = { type: 'string' }
const whole: JsonSchema = { type: 'integer', minimum: 1 }

const field = (name: string, schema: JsonSchema, description: string, place = 'query'): Field => ({
  name,
  in: place,
  required: place === 'path',
  schema,
  description,
})

/** An option's values as a schema. */
function schemaOf(row: OptionRow): JsonSchema {
  if (row.kind === 'whole') {
    const [minimum, maximum] = row.range
    return { type: 'integer', minimum, maximum, ...(row.default !== undefined && { default: row.default }) }
  }
  if (row.kind === 'flag') return { enum: ['0', '1'], default: row.default ? '1' : '0' }
  if (row.kind === 'choice') return { enum: [...row.choices], ...(row.default && { default: row.default }) }
  return row.kind === 'text' ? { type: 'string', maxLength: row.max } : text
}

const optionsOn = (surface: OptionRow['on'][number]): Field[] =>
  Object.entries(OPTIONS)
    .filter(([, row]) => row.on.includes(surface))
    .map(([name, row]) =>
      field(
        name,
        schemaOf(row),
        `${row.docs.replaceAll('`', '')} As an attribute: ${attributeOf(name, row)}.`,
      ),
    )

type Framed = {
  operationId: string
  summary: string
  path: string
  parameters: Field[]
  example: string
  type: string
  answer?: object
}

const rowsOf = (gif: Gif): readonly Framed[] => [
  {
    operationId: 'embedOembed',
    summary: 'Describes an item, a sticker, a story, an embed, or a media file of this host as oEmbed 1.0.',
    path: '/services/oembed',
    parameters: [
      {
        ...field('url', text, 'The address of a page, an embed, or a media file of this host.'),
        required: true,
      },
      field('format', { enum: ['json', 'xml'], default: 'json' }, 'The format of the response.'),
      field('maxwidth', whole, 'In px. The ratio is kept.'),
      field('maxheight', whole, 'In px. The ratio is kept.'),
      field('theme', { enum: ['light', 'dark', 'auto'] }, 'For the frame.'),
      field('lang', text, 'For the frame: en, de, fr, es, or ja.'),
    ],
    example: `/services/oembed?format=json&url=${encodeURIComponent(`${host}/gifs/${slug}`)}`,
    type: 'application/json',
    answer: toOembed(gif, {
      publicUrl: host,
      brand: 'Loopframe',
      max: {},
      embedQuery: new URLSearchParams(),
    }),
  },
  {
    operationId: 'embedFrame',
    summary: 'The player for one GIF, sticker, or video, for an iframe.',
    path: '/embed/{slug}',
    parameters: [field('slug', text, 'An ID, or a slug that ends in one.', 'path'), ...optionsOn('embed')],
    example: `/embed/${slug}`,
    type: 'text/html',
  },
  ...(['carousel', 'grid'] as const).map((kind) => ({
    operationId: `${kind}Frame`,
    summary: kind === 'grid' ? 'A grid of items, for an iframe.' : 'A row of items, for an iframe.',
    path: `/widgets/${kind}`,
    parameters: optionsOn(kind),
    example: `/widgets/${kind}?q=happy`,
    type: 'text/html',
  })),
  {
    operationId: 'elementScript',
    summary:
      'The script of the elements loop-embed, loop-carousel, and loop-grid. Its types are at /static/loopframe.d.ts.',
    path: '/loopframe.js',
    parameters: [],
    example: '/loopframe.js',
    type: 'text/javascript',
  },
  {
    operationId: 'media',
    summary: 'A file of an item, with ranges. A .gif returns WebP to clients that accept it.',
    path: '/media/{id}/{file}',
    parameters: [
      field('id', text, 'The item.', 'path'),
      field('file', text, 'As in the item’s images, for example original.mp4.', 'path'),
    ],
    example: `/media/${id}/original.mp4`,
    type: 'video/mp4',
  },
]

/** Their part of the OpenAPI document. `gif` is what the examples are about. */
export const framedPaths = (gif: Gif) =>
  Object.fromEntries(
    rowsOf(gif).map(({ operationId, summary, path, parameters, example, type, answer }) => {
      const content = {
        [type]: { schema: answer ? { type: 'object' } : text, ...(answer && { example: answer }) },
      }
      const operation = {
        operationId,
        tags: [FRAMED.name],
        summary,
        security: [],
        parameters,
        responses: { 200: { description: 'OK', content }, default: { $ref: '#/components/responses/Error' } },
        'x-role': 'visitor',
        'x-example': { path: example },
      }
      return [path, { get: operation }]
    }),
  )

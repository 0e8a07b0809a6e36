import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { Ids, Limit, Query, Score } from '../../shared/calls/fields.ts'
import { VideoSeconds } from '../../shared/calls/services.ts'
import { MAX_IDS, PROVIDER_PAGE, QUERY_MAX_CHARS } from '../../shared/limits.ts'
import { GifSchema, ImagesSchema, RenditionSchema, UserSchema } from '../../shared/schema/gif.ts'
import { PingbackEventSchema } from '../../shared/schema/pingback.ts'
import {
  BatchJobSchema,
  ChannelSchema,
  LoginSchema,
  MagicTagSchema,
  RankedTagSchema,
  ScheduledGifSchema,
  StorySchema,
  TrendingStorySchema,
  UserRecordSchema,
} from '../../shared/schema/site-records.ts'
import { AnyId, Flag, Line, MediaUrl, Text, Url, Whole } from '../../shared/schema/text.ts'

export type { JsonSchema }

type Schema = v.GenericSchema
type Inspected = {
  type: string
  wrapped?: Inspected
  pipe?: Inspected[]
  entries?: Record<string, Schema>
  options?: Inspected[]
  operation?: { listOf?: Schema }
}

/** The entities of §3: each is printed once and referenced by name. */
export const ENTITIES: Record<string, Schema> = {
  Gif: GifSchema,
  Rendition: RenditionSchema,
  User: UserSchema,
  UserRecord: UserRecordSchema,
  Login: LoginSchema,
  Channel: ChannelSchema,
  RankedTag: RankedTagSchema,
  MagicTag: MagicTagSchema,
  Story: StorySchema,
  TrendingStory: TrendingStorySchema,
  ScheduledGif: ScheduledGifSchema,
  BatchJob: BatchJobSchema,
  PingbackEvent: PingbackEventSchema,
}
const NAMES = new Map(Object.entries(ENTITIES).map(([name, schema]) => [schema, name]))

/** The output types of our normalising schemas. */
const PLAIN = new Map<unknown, JsonSchema>([
  ...[Text, Line, Url, MediaUrl, AnyId].map((schema): [unknown, JsonSchema] => [schema, { type: 'string' }]),
  [Flag, { type: 'boolean' }],
  [Whole, { type: 'integer', minimum: 0 }],
  [ImagesSchema, { type: 'object', additionalProperties: { $ref: '#/components/schemas/Rendition' } }],
  // Checks and transforms that JSON Schema cannot see.
  [Limit, { type: 'integer', minimum: 1, maximum: PROVIDER_PAGE.maxLimit, default: PROVIDER_PAGE.limit }],
  [Query, { type: 'string', minLength: 1, maxLength: QUERY_MAX_CHARS }],
  [Ids, { type: 'string', minLength: 1, description: `At most ${MAX_IDS} IDs, joined by commas.` }],
  [Score, { type: 'string', description: 'A number: the lowest score.' }],
  [VideoSeconds, { type: 'number', minimum: 0 }],
])

type Side = 'input' | 'output'

/** Converts a schema's input or output type to JSON Schema (2020-12). */
export function jsonSchemaOf(schema: Schema, side: Side, root: Schema = schema): JsonSchema {
  const { $schema: _, ...json } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: side,
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema, jsonSchema }) => {
      if (valibotSchema === root) return undefined
      return special(valibotSchema as Schema, side) ?? plain(jsonSchema)
    },
  })
  return plain(withPlainFields(json, schema))
}

/** Fields that are pipes are written out step by step; those of `PLAIN` are what it says. */
function withPlainFields(json: JsonSchema, schema: Schema): JsonSchema {
  const { entries, pipe } = schema as unknown as Inspected
  const fields = Object.entries(entries ?? pipe?.[0]?.entries ?? {})
  const known = fields.flatMap(([name, field]) => (PLAIN.has(field) ? [[name, PLAIN.get(field)]] : []))
  return known.length > 0
    ? { ...json, properties: { ...json.properties, ...Object.fromEntries(known) } }
    : json
}

/** Reduces a union of notations (a number, or its digits as text) to one type. An id keeps both. */
function plain(json: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = json
  if (json.minLength !== undefined && !json.type && !anyOf) return { type: 'string', ...json }
  const options = anyOf?.filter((option): option is JsonSchema => typeof option === 'object') ?? []
  if (options.length === 0 || options.some(({ type }) => type === 'array' || type === 'object')) return json
  const text = options.find(({ type, pattern, enum: words }) => type === 'string' && !pattern && !words)
  const other = options.find(({ type }) => type !== 'string')
  if (text && other?.type === 'integer') return { ...rest, type: ['string', 'integer'] }
  return { ...(text ?? other ?? options[0]), ...rest }
}

function special(schema: Schema, side: Side): JsonSchema | undefined {
  const name = NAMES.get(schema)
  if (name) return { $ref: `#/components/schemas/${name}` }
  const plain = PLAIN.get(schema)
  if (plain) return plain
  const { type, wrapped, pipe, options } = schema as unknown as Inspected
  if (type === 'blob') return { type: 'string', format: 'binary' }
  const inner = pipe ?? wrapped?.pipe
  const list = inner?.find(({ operation }) => operation?.listOf)?.operation?.listOf
  if (list) return { type: 'array', items: nested(list, side) }
  // An `optionalField`: the real schema is the last of its pipe.
  const last = type === 'optional' && inner?.[0]?.type === 'unknown' ? inner.at(-1) : undefined
  if (last?.type === 'optional' && last.wrapped) return nested(last.wrapped as never, side)
  const others = options?.filter((option) => option.type !== 'undefined')
  if (type === 'union' && others?.length === 1 && options?.length === 2)
    return nested(others[0] as never, side)
  return undefined
}

const nested = (schema: Schema, side: Side): JsonSchema => special(schema, side) ?? jsonSchemaOf(schema, side)

import { describe, expect, it } from 'vitest'
import { limitText, outline, type Schema, typeText } from './calls.ts'

describe('a schema in words', () => {
  it.each<[Schema, string]>([
    [{ type: 'string' }, 'string'],
    [{}, 'anything'],
    [{ $ref: '#/components/schemas/Gif' }, 'Gif'],
    [{ type: 'array', items: { $ref: '#/components/schemas/Gif' } }, 'list of Gif'],
    [{ type: 'string', enum: ['g', 'pg'] }, 'one of g, pg'],
    [{ type: 'string', format: 'binary' }, 'file'],
    [
      { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
      'string or list of string',
    ],
    [{ const: 'video' }, '"video"'],
  ])('%j is %s', (schema, words) => {
    expect(typeText(schema)).toBe(words)
  })

  it('says limits and defaults', () => {
    expect(limitText({ default: 25, minimum: 0, maximum: 50 })).toBe('0 to 50, 25 if left out')
    expect(limitText({ maxLength: 100 })).toBe('at most 100 characters')
    expect(limitText({})).toBe('')
  })

  it('draws an answer, one field a line', () => {
    const user: Schema = { type: 'object', properties: { id: { type: 'string' } } }
    const answer: Schema = {
      type: 'object',
      properties: { data: { type: 'array', items: user }, n: { type: 'integer' } },
    }
    expect(outline(answer)).toBe('{\n  data: list of {\n    id: string\n  }\n  n: integer\n}')
  })
})

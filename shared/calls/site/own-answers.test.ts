import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { OWN_GATEWAY_ANSWERS, OWN_IMAGING_ANSWERS } from '../../../test/fixtures/calls/own-gateway-answers.ts'
import { OWN_ANSWERS } from './own-answers.ts'

const ROWS: [string, v.GenericSchema][] = Object.entries({
  ...OWN_ANSWERS,
  ...OWN_GATEWAY_ANSWERS,
  ...OWN_IMAGING_ANSWERS,
})

describe('what the embedded services answer', () => {
  it.each(ROWS)('%s is more than nothing', (_name, schema) => {
    for (const nothing of [{}, [], null, '', 0, { data: {} }, { results: null }])
      expect(v.is(schema, nothing)).toBe(false)
  })
})

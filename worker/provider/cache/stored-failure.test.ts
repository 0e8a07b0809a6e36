import { describe, expect, it } from 'vitest'
import { AppError, JsonParseError, SyntheticResponseError, UpstreamError } from '../../../shared/errors.ts'
import { isGone, isOutage, toError, toStoredFailure } from './envelope.ts'

const answered = (status: number) => new UpstreamError('said', { status, statusText: 'Said' })

describe('§8 what a failure means for our copy', () => {
  it.each([
    ['network failure', new UpstreamError('reset'), 'outage'],
    ['a throw of any kind', new TypeError('x is undefined'), 'outage'],
    ['a throw that is no error', 'oops', 'outage'],
    ['malformed JSON', new JsonParseError('/v1/gifs', 200), 'outage'],
    ['synthetic response', new SyntheticResponseError(), 'outage'],
    ['no library', new AppError('unavailable', 'no library'), 'outage'],
    ['429', answered(429), 'outage'],
    ['500', answered(500), 'outage'],
    ['599', answered(599), 'outage'],
    ['302', answered(302), 'refusal'],
    ['400', answered(400), 'refusal'],
    ['401', answered(401), 'refusal'],
    ['403', answered(403), 'refusal'],
    ['404', answered(404), 'gone'],
    ['410', answered(410), 'gone'],
    ['451', answered(451), 'gone'],
    ['bad input', new AppError('invalid-input', 'q'), 'refusal'],
    ['not found', new AppError('not-found', 'nothing'), 'gone'],
  ])('%s', (_, error, meaning) => {
    const kept = toStoredFailure(error)
    expect({ outage: isOutage(kept), gone: isGone(kept) }).toEqual({
      outage: meaning === 'outage',
      gone: meaning === 'gone',
    })
  })
})

describe('an error through the cache', () => {
  it('F3: keeps message, status and status text, and its type', () => {
    const remade = toError(toStoredFailure(answered(503)))
    expect(remade).toBeInstanceOf(UpstreamError)
    expect(remade).toMatchObject({ message: 'said', status: 503, statusText: 'Said', kind: 'upstream' })
    const synthetic = toError(toStoredFailure(new SyntheticResponseError()))
    expect(synthetic).toBeInstanceOf(SyntheticResponseError)
    expect(synthetic.message).toBe(new SyntheticResponseError().message)
  })

  it('T39: contains no URL of a runtime error: it could contain the key', () => {
    const leak = new TypeError(
      'too many redirects: https://up.test/v1?api_key=secret, http://b.test/?api_key=secret',
    )
    expect(toStoredFailure(leak).message).not.toContain('secret')
  })

  it('F3: is cut to 200 characters', () => {
    expect(toStoredFailure(new UpstreamError('x'.repeat(5000))).message).toHaveLength(200)
  })
})

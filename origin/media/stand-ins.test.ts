import { describe, expect, it } from 'vitest'
import { standIns } from './request-headers.ts'

describe('RFC 9110, 12.5.1: AVIF and WebP in place of a GIF', () => {
  it.each([
    ['Chromium, a picture', 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'],
    ['Firefox, a picture', 'image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5'],
    ['Safari, a picture', 'image/webp,image/avif,image/heic,video/*;q=0.8,image/*;q=0.8,*/*;q=0.5'],
    ['the type alone', 'image/webp'],
    ['in any case and spacing', ' IMAGE/WebP ; q=0.5 , image/gif ; Q = 0.4'],
    ['as welcome as the GIF', 'image/webp;q=0.5, image/gif;q=0.5'],
  ])('is sent to %s', (_name, accept) => expect(standIns(accept)).toContain('webp'))

  it.each([
    ['Chromium', 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', ['avif', 'webp']],
    ['who takes no AVIF', 'image/webp,image/*,*/*;q=0.8', ['webp']],
    ['who rather has the GIF than AVIF', 'image/avif;q=0.1,image/webp,image/gif', ['webp']],
  ])('are chosen from by %s', (_name, accept, formats) => expect(standIns(accept)).toEqual(formats))

  it.each([
    ['nobody who says nothing', null],
    ['an empty header', ''],
    ['a program that takes anything', '*/*'],
    ['any picture', 'image/*'],
    ['a GIF alone', 'image/gif'],
    ['who refuses it', 'image/webp;q=0, image/gif'],
    ['who refuses it with digits', 'image/webp;q=0.000, */*'],
    ['who rather has the GIF', 'image/webp;q=0.3, image/gif'],
    ['who rather has any picture', 'image/webp;q=0.3, image/*;q=0.9'],
    ['an invalid weight', 'image/webp;q=2'],
    ['another invalid weight', 'image/webp;q=0.1234'],
    [
      'who opens or saves the file',
      'text/html,application/xhtml+xml,image/avif,image/webp,image/apng,*/*;q=0.8',
    ],
    ['a longer name', 'image/webp-sequence, ximage/webp'],
    ['a header beyond 1000 characters', `image/webp,${' '.repeat(1000)}`],
    ['a type beyond the 40th', `${'a/b,'.repeat(60)}image/webp`],
  ])('is not sent to %s', (_name, accept) => expect(standIns(accept)).toEqual([]))
})

import { describe, expect, it } from 'vitest'
import { LABELS, labelOf } from './labels.ts'

describe('§7 analytics event labels', () => {
  it.each([
    'Click Image',
    'Hover Image',
    'Click Favorite',
    'Click Share',
    'Click Pause',
    'Click Embed Code',
    'Click Link',
    'Copy Embed Code',
    'Copy Link',
    'Click View More CTA',
    'SCROLL GRID',
    'GRID GIF',
  ])('%s belongs to exactly one event', (label) => {
    expect(Object.values(LABELS).filter((known) => known?.[1] === label)).toHaveLength(1)
  })

  it.each([
    ['watch', 'YouTube', { action: 'Click', label: 'Click Play YouTube' }],
    ['social', 'Facebook', { action: 'Social Sharing', label: 'Facebook' }],
    ['social', '$&', { action: 'Social Sharing', label: '$&' }],
    ['logo', undefined, { action: 'Click', label: 'Link' }],
    ['seen', undefined, undefined],
    ['play', undefined, undefined],
  ] as const)('%s %s', (event, detail, named) => {
    expect(labelOf(event, detail)).toEqual(named)
  })
})

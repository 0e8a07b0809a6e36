import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Scene } from '../drawing/scene.ts'
import { scenes } from './all.ts'

const CATEGORIES: Record<string, readonly string[]> = {
  reactions: ['happy', 'sad', 'yes', 'no', 'wow', 'lol', 'applause', 'shrug'],
  nature: ['sky', 'sea', 'weather', 'animals'],
  space: ['planets', 'rockets'],
  food: ['drinks', 'meals'],
  abstract: ['geometry', 'colour', 'patterns'],
  greetings: ['hello', 'thank you', 'good morning', 'good night'],
  celebrate: ['birthday', 'party'],
  tech: ['loading', 'music', 'code'],
  holidays: ['christmas'],
}
const USERS = ['looplab', 'nightowl', 'pixelgarden', 'tinyorbit', 'softshapes', 'privatepress', 'quietframe']

/** The picture at `t`, an eighth of its size: enough to see a jump. */
const pixels = (scene: Scene, t: number): Promise<Buffer> =>
  sharp(Buffer.from(scene.frame(t)))
    .flatten({ background: '#808080' })
    .resize(Math.round(scene.width / 8), Math.round(scene.height / 8))
    .raw()
    .toBuffer()

/** Mean difference of two pictures, 0-255. */
const difference = (one: Buffer, two: Buffer): number =>
  one.reduce((sum, value, index) => sum + Math.abs(value - (two[index] ?? 0)), 0) / one.length

const count = (test: (scene: Scene) => boolean): number => scenes.filter(test).length

describe('the library of scenes', () => {
  it('has loops, letterings, films and loops with media in the numbers the seed needs', () => {
    expect(count((scene) => scene.type === 'gif' && !scene.externalMedia)).toBeGreaterThanOrEqual(32)
    expect(count((scene) => scene.type === 'text')).toBe(8)
    expect(count((scene) => scene.type === 'video')).toBe(2)
    expect(count((scene) => scene.externalMedia !== undefined)).toBe(2)
    expect(count((scene) => scene.type === 'gif' && scene.height > scene.width)).toBeGreaterThanOrEqual(2)
  })

  it('gives every scene a slug of its own and every subcategory a scene', () => {
    expect(new Set(scenes.map(({ slug }) => slug)).size).toBe(scenes.length)
    const used = new Set(scenes.flatMap(({ categories }) => categories))
    const wanted = Object.entries(CATEGORIES).flatMap(([name, parts]) =>
      parts.map((part) => `${name}/${part}`),
    )
    expect([...used].sort()).toEqual(wanted.sort())
  })

  it('shares at least two tags between every loop and some other, so that related loops exist', () => {
    const lonely = scenes.filter(
      (scene) =>
        !scenes.some(
          (other) => other !== scene && other.tags.filter((tag) => scene.tags.includes(tag)).length >= 2,
        ),
    )
    expect(lonely.map(({ slug }) => slug)).toEqual([])
  })
})

describe.each(scenes.map((scene) => [scene.slug, scene] as const))('scene %s', (_, scene) => {
  it('is described in full', () => {
    expect(scene.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(scene.title.length).toBeGreaterThan(1)
    expect(scene.tags.length).toBeGreaterThanOrEqual(4)
    expect(scene.tags.length).toBeLessThanOrEqual(8)
    expect(scene.tags).toEqual([...new Set(scene.tags.map((tag) => tag.toLowerCase()))])
    expect(scene.categories.length).toBeGreaterThan(0)
    if (scene.username) expect(USERS).toContain(scene.username)
    expect(scene.trending).toBeGreaterThanOrEqual(0)
    expect(scene.trending).toBeLessThanOrEqual(100)
  })

  it('draws well-formed SVG of the stated size at every frame', async () => {
    for (let index = 0; index < scene.frames; index++) {
      const picture = scene.frame(index / scene.frames)
      expect(picture).not.toMatch(/NaN|undefined|Infinity/)
      const { format, width, height } = await sharp(Buffer.from(picture)).metadata()
      expect({ format, width, height }).toEqual({ format: 'svg', width: scene.width, height: scene.height })
    }
  })

  it('moves, and ends where it began', async () => {
    // Each frame once, and the moment at which the first comes again.
    const drawn = await Promise.all(
      Array.from({ length: scene.frames + 1 }, (_, index) => pixels(scene, index / scene.frames)),
    )
    const [first = Buffer.alloc(0), ...later] = drawn
    expect(difference(first, drawn[scene.frames] ?? Buffer.alloc(0))).toBeLessThan(0.2)
    const steps = later.map((picture, index) => difference(drawn[index] ?? first, picture))
    expect(Math.max(...steps)).toBeGreaterThan(0.05)
    // The way from the last frame to the first is a step like the others.
    expect(steps[steps.length - 1]).toBeLessThanOrEqual(Math.max(...steps.slice(0, -1)) * 1.2)
  })

  it('leaves its background clear only when it is a sticker', async () => {
    const { isOpaque } = await sharp(Buffer.from(scene.frame(0.3))).stats()
    expect(isOpaque).toBe(!scene.transparent)
  })
})

import sharp from 'sharp'
import type { ManifestUser } from '../media/manifest/manifest.ts'
import { writeMediaFile } from '../media/manifest/media-file.ts'
import { bannerSvg, type Portrait, portraitSvg } from './portraits.ts'

type Flags = 'is_verified' | 'is_public' | 'suppress_chrome'
type Sketch = Omit<ManifestUser, 'id' | 'avatar' | 'banner' | Flags> &
  Partial<Pick<ManifestUser, Flags>> & { portrait?: Portrait; hasBanner?: boolean }

/** One of each kind that an embed treats differently: verified, private, without chrome, without a picture. */
const SKETCHES: readonly Sketch[] = [
  {
    username: 'looplab',
    display_name: 'Loop Lab',
    description: 'Reactions for every meeting, drawn one frame at a time.',
    website_url: 'https://looplab.example',
    is_verified: true,
    hasBanner: true,
    portrait: {
      ground: ['#6a5cff', '#b85cff'],
      body: '#ffd166',
      ink: '#2b1d52',
      eyes: 'happy',
      hat: 'flask',
    },
  },
  {
    username: 'fluentfriends',
    display_name: 'Fluent Friends',
    description: 'Animated emoji with a soft heart. Art by Microsoft, MIT licence.',
    website_url: 'https://fluentfriends.example',
    is_verified: true,
    hasBanner: true,
    portrait: { ground: ['#ff9a8b', '#ff6a88'], body: '#fff1dc', ink: '#5b2333', eyes: 'open', hat: 'ears' },
  },
  {
    username: 'nightowl',
    display_name: 'Night Owl',
    description: 'Slow loops for late hours.',
    portrait: {
      ground: ['#141e4a', '#3b2a6d'],
      body: '#8f7bea',
      ink: '#120d2b',
      eyes: 'sleepy',
      hat: 'ears',
    },
  },
  {
    username: 'pixelgarden',
    display_name: 'Pixel Garden',
    description: 'Patterns that grow, fold and bloom.',
    website_url: 'https://pixelgarden.example',
    is_verified: true,
    portrait: { ground: ['#c9f29b', '#4cc38a'], body: '#f7fff0', ink: '#1d4d36', eyes: 'wink', hat: 'leaf' },
  },
  { username: 'tinyorbit', display_name: 'Tiny Orbit', description: 'Small planets, big circles.' },
  {
    username: 'softshapes',
    display_name: 'Soft Shapes',
    description: 'Round things with feelings.',
    portrait: {
      ground: ['#ffe29a', '#ff9f68'],
      body: '#ff7b9c',
      ink: '#4d1430',
      eyes: 'happy',
      hat: 'antenna',
    },
  },
  {
    username: 'privatepress',
    display_name: 'Private Press',
    description: 'Not for everyone.',
    is_public: false,
    portrait: { ground: ['#d7dde8', '#8793a8'], body: '#3d4658', ink: '#f3f6fb', eyes: 'open' },
  },
  {
    username: 'quietframe',
    display_name: 'Quiet Frame',
    description: 'Nothing but the picture.',
    suppress_chrome: true,
  },
]

const FIRST_ID = 1001

const draw = (svg: string, width: number, height: number): Promise<Uint8Array> =>
  sharp(Buffer.from(svg)).resize(width, height).webp({ quality: 90, effort: 4 }).toBuffer()

/** Draws the pictures of all users and describes them. */
export function drawUsers(folder: string): Promise<ManifestUser[]> {
  return Promise.all(
    SKETCHES.map(async ({ portrait, hasBanner, ...sketch }, i) => {
      const user: ManifestUser = {
        id: String(FIRST_ID + i),
        is_verified: false,
        is_public: true,
        suppress_chrome: false,
        ...sketch,
      }
      const place = `media/users/${user.username}`
      if (portrait) {
        const square = async (side: number) => {
          const bytes = await draw(portraitSvg(portrait), side, side)
          return writeMediaFile(folder, `${place}/avatar-${side}h.webp`, bytes)
        }
        user.avatar = { '80': await square(80), '160': await square(160), '400': await square(400) }
      }
      if (portrait && hasBanner) {
        const banner = await draw(bannerSvg(portrait), 640, 160)
        user.banner = await writeMediaFile(folder, `${place}/banner.webp`, banner)
      }
      return user
    }),
  )
}

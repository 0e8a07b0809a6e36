import { impact, polka, stage, sunburst } from '../../drawing/backdrop.ts'
import { arm, blob, COATS, openHand } from '../../drawing/blob.ts'
import { caption } from '../../drawing/glyphs.ts'
import { blink, easeBack, easeIn, easeOut, hold, span, swell, track, wave } from '../../drawing/motion.ts'
import { gif } from '../../drawing/scene.ts'
import { at, circle, ellipse, fade, group, n, path, rect, stroke, svg } from '../../drawing/svg.ts'

const CAPTION = { size: 30, weight: 8 }

const hello = (t: number): string => {
  const swing = wave(t, 3) * 22
  const hop = swell(t, 2)
  const coat = COATS.peach
  return svg(
    480,
    270,
    stage(480, 270, '#bfe8e0', '#93d3c9', 212),
    polka(480, 190, 44, 4, '#d4f2ec'),
    blob(240, 240, 1.08, {
      coat,
      stretch: 0.97 + hop * 0.06,
      lean: wave(t, 1) * 3,
      face: { lookX: 0.1, lookY: -0.1, lid: blink(t, 0.3, 0.8), smile: 1, open: 0.42, mouthWidth: 19 },
      behind:
        group(
          at(74, -62, 34 + swing),
          stroke('M0 0V-56', coat.shade, 17),
          group(at(0, -56, swing * 0.4), openHand(coat)),
        ) + arm(coat, [-70, -50], [-98, -38], [-94, -12]),
    }),
  )
}

/** A hand laid over a face: the palm between the eyes, fingers up over the brow, with lines between them. */
const handOnFace = (coat: { body: string; shade: string; light: string }): string =>
  [
    ...[-27, -9, 9, 27].map((x, index) =>
      stroke(`M${x * 0.8} -6L${x} ${index === 0 || index === 3 ? -38 : -46}`, coat.shade, 21),
    ),
    stroke('M-26 14L-44 2', coat.shade, 20),
    ellipse(0, 8, 34, 29, coat.shade),
    ...[-27, -9, 9, 27].map((x, index) =>
      stroke(`M${x * 0.8} -6L${x} ${index === 0 || index === 3 ? -38 : -46}`, coat.light, 15),
    ),
    stroke('M-26 14L-44 2', coat.light, 14),
    ellipse(0, 8, 30, 25, coat.light),
  ].join('')

/** Two lines of a sigh that leave the mouth. */
const sigh = (u: number): string =>
  u <= 0 || u >= 1
    ? ''
    : fade(
        Math.sin(Math.PI * u),
        ...[0, 12].map((y) => stroke(`M${-96 - u * 34} ${-44 + y}q-11 -7 -20 0t-18 0`, '#a48fc6', 5)),
      )

const facepalm = (t: number): string => {
  const palm = hold(t, 0.16, 0.3, 0.84, 0.96)
  const slap = impact(0, 0, span(t, 0.27, 0.4), '#ffffff', 9, 92, 0.2)
  const drag = hold(t, 0.44, 0.62, 0.74, 0.84)
  const coat = COATS.sky
  const shake = palm > 0.98 ? wave(t, 6) * 2.2 : 0
  const [hx, hy] = [104 - palm * 101, -14 - palm * 86 + drag * 9]
  return svg(
    480,
    270,
    stage(480, 270, '#e9dff5', '#d2c2ea', 214),
    polka(480, 195, 40, 3, '#f3ecfb'),
    blob(240, 246, 1.24, {
      coat,
      stretch: 1.03 - palm * 0.07 - drag * 0.03,
      lean: shake - palm * 3,
      faceY: palm * 6,
      face: {
        lookY: 0.35,
        lookX: -0.2,
        lid: palm > 0.55 ? 1 : 0.4 + blink(t, 0.06) * 0.5,
        smile: -0.6 - palm * 0.3,
        mouthWidth: 14,
        brow: -3,
        browTurn: 12,
      },
      behind: arm(coat, [-72, -46], [-98, -34], [-90, -8]),
      front: [
        stroke(
          `M80 -46Q${n(128 - palm * 8)} ${n(-26 - palm * 30)} ${n(hx + palm * 22)} ${n(hy + 12)}`,
          coat.shade,
          19,
        ),
        group(at(hx, hy, 20 - palm * 32, 0.78 + palm * 0.22), handOnFace(coat)),
        group(`translate(0 -104)`, slap),
        sigh(span(t, 0.5, 0.82)),
      ].join(''),
    }),
  )
}

const thumb = (coat: { body: string; shade: string; light: string }): string =>
  [
    rect(-46, 62, 92, 60, '#3c5fd6', { rx: 12 }),
    rect(-52, 50, 104, 26, '#f4f1ff', { rx: 12 }),
    path(
      'M-44 -6C-44 -20 -34 -26 -22 -28C-12 -46 -8 -62 -8 -80C-8 -98 20 -98 22 -76C23 -60 18 -44 14 -30H44C60 -30 60 -8 46 -6C60 -2 58 16 45 18C56 22 52 38 40 39C48 44 44 56 32 56H-20C-38 56 -46 46 -46 30Z',
      coat.body,
    ),
    stroke('M16 -6H44M16 18H43M14 39H38', coat.shade, 5),
    stroke('M-30 -2C-26 -14 -14 -22 -6 -34', coat.light, 6),
  ].join('')

const thumbsUp = (t: number): string => {
  const rise = track(t, [
    [0, 0],
    [0.12, -0.12],
    [0.34, 1, easeBack],
    [0.84, 1],
    [1, 0, easeIn],
  ])
  return svg(
    480,
    270,
    rect(0, 0, 480, 270, '#ffd45e'),
    sunburst(t, 240, 150, 14, '#ffe08a'),
    impact(240, 118, span(t, 0.26, 0.56), '#ff7a59', 12, 118),
    group(
      at(240, 300 - rise * 150, -10 + rise * 6 + wave(t, 2) * 3, 1.25),
      thumb({ body: '#ff9e7a', shade: '#e2775c', light: '#ffc9ac' }),
    ),
  )
}

const applause = (t: number): string => {
  const clap = swell(t, 4) ** 0.7
  const coat = COATS.lemon
  const hand = (side: number): string => {
    const x = side * (6 + clap * 46)
    return (
      stroke(`M${side * 74} -44Q${side * 92} -20 ${x + side * 12} -22`, coat.shade, 18) +
      group(at(x, -20, side * (8 + clap * 24)), openHand({ ...coat, body: coat.light }))
    )
  }
  return svg(
    480,
    270,
    stage(480, 270, '#5c3f8f', '#472f75', 216),
    sunburst(t, 240, 120, 12, '#684a9f'),
    ...[70, 410].map((x, index) =>
      blob(x, 246, 0.66, {
        coat: index ? COATS.rose : COATS.mint,
        lift: 12 * swell(t, 4, 0.25 + index * 0.5),
        face: { eyes: 'happy', open: 0.5 },
      }),
    ),
    impact(240, 150, (t * 4) % 1, '#ffe9a8', 14, 150),
    blob(240, 246, 1.08, {
      coat,
      stretch: 0.98 + 0.05 * swell(t, 4),
      face: { eyes: 'happy', smile: 1, open: 0.55, mouthWidth: 20 },
      faceY: -8,
      front: hand(-1) + hand(1),
    }),
  )
}

const mindBlown = (t: number): string => {
  const burst = span(t, 0.28, 0.86)
  const up = easeOut(burst)
  const shock = hold(t, 0.2, 0.3, 0.88, 1)
  const coat = COATS.rose
  const puff = (x: number, y: number, r: number, colour: string): string =>
    circle(240 + x * up, 112 - y * 0.86 * up, r * up * (1 - span(t, 0.74, 0.95)), colour)
  return svg(
    480,
    270,
    stage(480, 270, '#1f2a52', '#182146', 216),
    sunburst(t, 240, 90, 16, '#2a3768', shock),
    impact(240, 84, span(t, 0.28, 0.6), '#ffe08a', 14, 92),
    puff(0, 20, 26, '#ff8a4c') +
      puff(-30, 40, 24, '#ffb35c') +
      puff(32, 44, 26, '#ffb35c') +
      puff(0, 62, 36, '#ffd48a') +
      puff(-46, 66, 24, '#fff0cf') +
      puff(48, 68, 24, '#fff0cf') +
      puff(0, 84, 26, '#fff0cf'),
    ...[-1.1, -0.6, 0.7, 1.15, 0.1].map((x, index) =>
      fade(
        burst > 0 ? 1 - burst : 0,
        circle(
          240 + x * 150 * up,
          96 - 80 * up + 190 * burst * burst + index * 5,
          5,
          ['#6fd6b0', '#ffcf56', '#b79cf5'][index % 3] ?? '#fff',
        ),
      ),
    ),
    blob(240, 250, 0.86, {
      coat,
      stretch: track(t, [
        [0, 1],
        [0.2, 0.9],
        [0.3, 1.08, easeOut],
        [0.5, 1],
        [1, 1],
      ]),
      face: {
        eyeSize: 1 + shock * 0.25,
        pupil: 1 - shock * 0.5,
        brow: 4 + shock * 12,
        open: 0.06 + shock * 0.62,
        smile: 0.3 - shock * 0.3,
        mouthWidth: 14,
        lid: blink(t, 0.1),
      },
      // The top of the head comes off with the burst and returns in time.
      front: shock > 0.5 ? ellipse(-2, -154, 46, 9, '#7c2a52') + ellipse(-2, -155, 36, 5, '#ffb35c') : '',
    }),
    caption('WOW', 88, 84, CAPTION, shock > 0.5 ? '#ffe08a' : '#2a3768') +
      caption('WOW', 392, 84, CAPTION, shock > 0.5 ? '#ffe08a' : '#2a3768'),
  )
}

export const reactions = [
  gif({
    slug: 'hello-wave',
    title: 'Happy blob waves hello',
    altText: 'A round peach character waves with a big smile.',
    tags: ['hello', 'hi', 'waving', 'happy', 'greeting', 'cute'],
    categories: ['greetings/hello', 'reactions/happy'],
    username: 'softshapes',
    trending: 100,
    stillAt: 0.6,
    frames: 24,
    frame: hello,
  }),
  gif({
    slug: 'facepalm-why',
    title: 'Facepalm, why',
    altText: 'A blue character sighs and puts its hand over its face.',
    tags: ['facepalm', 'disappointed', 'why', 'no', 'sad', 'reaction'],
    categories: ['reactions/no', 'reactions/sad'],
    rating: 'pg',
    username: 'softshapes',
    trending: 91,
    frames: 32,
    frame: facepalm,
  }),
  gif({
    slug: 'thumbs-up-yes',
    title: 'Thumbs up',
    tags: ['thumbs up', 'yes', 'ok', 'approve', 'great', 'reaction', 'thank you', 'congratulations'],
    categories: ['reactions/yes', 'reactions/happy'],
    username: 'looplab',
    trending: 95,
    stillAt: 0.35,
    frames: 24,
    frame: thumbsUp,
  }),
  gif({
    slug: 'round-of-applause',
    title: 'A round of applause',
    tags: ['applause', 'clap', 'bravo', 'congratulations', 'happy', 'reaction'],
    categories: ['reactions/applause', 'reactions/happy'],
    username: 'softshapes',
    trending: 90,
    stillAt: 0.1,
    frames: 24,
    frame: applause,
  }),
  gif({
    slug: 'mind-blown-wow',
    title: 'Mind blown',
    altText: 'The top of a pink character’s head bursts into a cloud of wonder.',
    tags: ['mind blown', 'wow', 'shock', 'amazed', 'explosion', 'reaction'],
    categories: ['reactions/wow'],
    rating: 'pg',
    username: 'softshapes',
    trending: 96,
    frames: 30,
    frame: mindBlown,
  }),
]

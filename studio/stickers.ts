import type { Item } from '../media/manifest/manifest.ts'

/** An animated emoji: its file (code point in hex) and its facts. */
export type Sticker = Pick<
  Item,
  'slug' | 'title' | 'alt_text' | 'tags' | 'categories' | 'rating' | 'trending'
> & {
  file: string
}

type Row = [
  file: string,
  title: string,
  alt: string,
  category: string,
  tags: string,
  trending: number,
  rating?: Item['rating'],
]

const ROWS: readonly Row[] = [
  [
    '1f431',
    'Happy Cat',
    'A yellow cat tilts its head and smiles',
    'animals/pets',
    'cat,kitty,cute,happy,pet',
    96,
  ],
  [
    '1f436',
    'Puppy Dog',
    'A dog with its tongue out wags its ears',
    'animals/pets',
    'dog,puppy,cute,tongue,pet',
    90,
  ],
  ['1f435', 'Silly Monkey', 'A monkey pulls a silly face', 'animals/wild', 'monkey,silly,playful', 52],
  ['1f43b', 'Nodding Bear', 'A brown bear nods', 'animals/wild', 'bear,cute,nod,yes', 58],
  ['1f43c', 'Panda', 'A panda looks about', 'animals/wild', 'panda,cute,happy,bear', 81],
  ['1f42f', 'Tiger', 'A tiger shows its teeth', 'animals/wild', 'tiger,fierce,cat', 44],
  ['1f437', 'Little Pig', 'A pink pig wiggles its snout', 'animals/farm', 'pig,oink,cute,farm', 41],
  ['1f438', 'Ribbit Frog', 'A green frog blinks', 'animals/wild', 'frog,ribbit,green', 63],
  ['1f414', 'Clucking Chicken', 'A chicken clucks', 'animals/farm', 'chicken,cluck,bird,farm', 36],
  ['1f427', 'Penguin', 'A penguin waddles', 'animals/wild', 'penguin,cold,ice,bird', 70],
  ['1f419', 'Wiggly Octopus', 'An octopus wiggles its arms', 'animals/sea', 'octopus,sea,wiggle', 47],
  ['1f422', 'Slow Turtle', 'A green turtle walks slowly', 'animals/wild', 'turtle,slow,green', 33],
  ['1f40d', 'Hissing Snake', 'A green snake winds and hisses', 'animals/wild', 'snake,hiss,green', 28, 'pg'],
  [
    '1f409',
    'Flying Dragon',
    'A green dragon floats up and down',
    'animals/fantasy',
    'dragon,fly,fantasy',
    66,
    'pg',
  ],
  ['1f433', 'Spouting Whale', 'A blue whale blows water', 'animals/sea', 'whale,sea,spout,water', 55],
  ['1f42c', 'Jumping Dolphin', 'A dolphin jumps', 'animals/sea', 'dolphin,sea,jump,happy', 61],
  ['1f41f', 'Swimming Fish', 'A fish swims', 'animals/sea', 'fish,swim,sea', 30],
  ['1f41d', 'Busy Bee', 'A bee buzzes', 'animals/wild', 'bee,buzz,busy,honey', 49],
  ['1f308', 'Rainbow', 'A rainbow draws its colours', 'nature/sky', 'rainbow,pride,happy,sky,colours', 84],
  ['1f31e', 'Good Morning Sun', 'A smiling sun turns', 'nature/sky', 'sun,good morning,shine,happy', 77],
  ['1f31b', 'Sleepy Moon', 'A crescent moon with a face', 'nature/sky', 'moon,good night,sleep', 72],
  ['1f30a', 'Ocean Wave', 'A wave rolls', 'nature/water', 'wave,ocean,water,surf', 45],
  [
    '1f389',
    'Party Popper',
    'A party popper bursts with confetti',
    'celebrate/party',
    'party,celebrate,congratulations,yay',
    93,
  ],
  [
    '1f382',
    'Candle Cake',
    'The candles of a cake flicker',
    'celebrate/birthday',
    'birthday,cake,happy birthday,party',
    88,
  ],
  [
    '1f383',
    'Spooky Pumpkin',
    'A carved pumpkin glows',
    'holidays/halloween',
    'halloween,pumpkin,spooky,jack-o-lantern',
    39,
    'pg',
  ],
  [
    '1f384',
    'Christmas Tree',
    'The lights of a tree blink',
    'holidays/christmas',
    'christmas,tree,holiday,merry',
    42,
  ],
  [
    '1f37b',
    'Cheers',
    'Two glasses of beer clink',
    'celebrate/drinks',
    'cheers,beer,drinks,friday',
    68,
    'pg-13',
  ],
  ['1f44f', 'Clapping Hands', 'Two hands clap', 'reactions/applause', 'clap,applause,bravo,well done', 86],
]

export const STICKERS: readonly Sticker[] = ROWS.map(
  ([file, title, alt_text, category, tags, trending, rating = 'g']) => ({
    file: `${file}.webp`,
    slug: title.toLowerCase().replaceAll(' ', '-'),
    title,
    alt_text,
    tags: tags.split(','),
    categories: [category],
    rating,
    trending,
  }),
)

import { describe, expect, it } from 'vitest'
import { readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'
import { readListing } from './read-listing.ts'

const csv = (...lines: string[]) => readCsv(lines.join('\n'))
const HEAD = 'file,title,tags,tags_de,author,channel,category,type,rating,film,film_start'

describe('library.csv', () => {
  it('says of each file what its columns have', () => {
    const { lines, bad, channels, categories } = csv(
      `\uFEFF${HEAD}`,
      '# a remark',
      'cat.gif,Happy cat,"cat, happy","katze=cat, froh",ann,"Ann’s best, cats",Animals/Cats,sticker,pg,https://youtu.be/aqz-KE-bpKQ,60',
      '',
      'sub/dog.gif,,,,ann,cats,animals,,,,',
    )
    expect(bad).toEqual([])
    expect(lines).toMatchObject([
      {
        line: 3,
        name: 'cat.gif',
        path: 'cat.gif',
        said: {
          ...{ title: 'Happy cat', tags: ['cat', 'happy'], rating: 'pg', type: 'sticker', author: 'ann' },
          language_tags: {
            de: [
              ['katze', 'cat'],
              ['froh', ''],
            ],
          },
          ...{ film_url: 'https://youtu.be/aqz-KE-bpKQ', film_start: 60 },
        },
      },
      { line: 5, path: 'sub/dog.gif', said: { author: 'ann', title: undefined } },
    ])
    expect(channels).toMatchObject([
      { slug: 'ann-s-best', display_name: 'Ann’s best', author: 'ann', items: ['cat.gif'] },
      { slug: 'cats', items: ['cat.gif', 'sub/dog.gif'] },
    ])
    expect(categories).toMatchObject([
      { slug: 'animals', parent: null, name: 'Animals', items: ['sub/dog.gif'] },
      { slug: 'cats', parent: 'animals', name: 'Cats', items: ['cat.gif'] },
    ])
  })

  it.each([
    [',x', 'names no file'],
    ['../a.gif,x', 'file must be a path below the list'],
    ['/etc/passwd,x', 'file must be a path below the list'],
    ['a.gif,"x', 'has a quote that does not end in this line'],
    ['a.gif,x,,,,,,,,,,too,many', 'has 13 fields, and there are 11 columns'],
    ['a.gif,x,,,,,,film', 'type must be one of gif, sticker, text, emoji'],
    ['a.gif,x,,,,,,,x', 'rating must be one of g, pg, pg-13, r'],
    ['a.gif,x,,,,,,,,https://films.test/1', 'film must be the URL of a film on YouTube or Vimeo'],
    ['a.gif,x,,,,,,,,,soon', 'film_start must be seconds'],
    ['a.gif,x,,,not a name', 'author must be a username of up to 50 letters and digits'],
    ['good.gif,x', 'good.gif is in line 2 already'],
  ])('F36: a bad line refuses itself alone: %s', (line, why) => {
    const { lines, bad } = csv(HEAD, 'good.gif,Good', line, 'last.gif,Last')
    expect(lines.map(({ name }) => name)).toEqual(['good.gif', 'last.gif'])
    expect(bad).toEqual([{ line: 3, why }])
  })

  it('says what is wrong with its columns', () => {
    expect(() => csv('title,tags', 'a,b')).toThrow('line 1: the first line names the columns')
    expect(() => csv('file,colour', 'a,b')).toThrow(
      "line 1: there is no column 'colour'. There are: file, title",
    )
    expect(() => csv('file,file', 'a,b')).toThrow('the column file is there twice')
    expect(() => csv('file', ...Array(100_001).fill('a'))).toThrow('at most 100000 lines')
  })
})

describe('library.json', () => {
  it('needs no more of an item than its file, and names the lines of what is wrong', () => {
    const { lines, bad, people } = readJson(`{
      "items": [
        { "file": "cat.gif" },
        { "file": "dog.gif", "rating": "x" }, { "title": "no file" },
        { "file": "fish.gif",
          "alt_text": "A { fish ]", "categories": ["animals/fish"] }
      ],
      "users": [
        { "username": "ann" },
        { "username": "b b" }
      ]
    }`)
    expect(lines.map(({ line, path }) => [line, path])).toEqual([
      [3, 'cat.gif'],
      [5, 'fish.gif'],
    ])
    expect(people).toMatchObject([{ line: 9, username: 'ann' }])
    expect(bad.map(({ line, why }) => `${line} ${why}`)).toEqual([
      expect.stringMatching(/^4 rating must be one of/),
      '4 has neither a file nor renditions with an original',
      expect.stringMatching(/^10 username /),
    ])
  })

  it('says on which line it is no JSON', () => {
    expect(() => readJson('{\n"items": [\n{"file": x}\n]}')).toThrow('line 3: is no JSON')
    expect(() => readJson('[]')).toThrow('must be an object with lists')
  })
})

it('a folder that is missing is named', async () => {
  await expect(readListing('/no/such/folder')).rejects.toThrow('There is no folder /no/such/folder')
})

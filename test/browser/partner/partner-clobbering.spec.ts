import { expect } from '@playwright/test'
import { items } from '../library.ts'
import { stubFrames } from '../stub-frame.ts'
import { loader, test } from './partner-test.ts'

const { slug, id } = items.gif
const EVIL = 'https://evil.test'

/** What the script uses, or might: of the document, of the window, and of an element whose fields hide it. */
const NAMES = [
  ...['currentScript', 'querySelector', 'querySelectorAll', 'createElement', 'addEventListener', 'scripts'],
  ...['baseURI', 'documentElement', 'head', 'body', 'defaultView'],
  ...[
    'customElements',
    'location',
    'crossOriginIsolated',
    'CSSStyleSheet',
    'MutationObserver',
    'URL',
    'Document',
  ],
  ...['matches', 'hasAttribute'],
]

const comment = (name: string) =>
  `<img name="${name}" id="${name}" data-base="${EVIL}" src="/dot.gif" alt="">
<form data-loop-embed="evil"><input name="${name}" aria-label="Field"></form>`

test.describe('T45 names in a comment take over no embed', () => {
  test('there are 20', () => expect(new Set(NAMES).size).toBe(20))

  for (const name of NAMES) {
    test(name, async ({ page, open, product, watched }) => {
      await stubFrames(page)
      // The first element is there before the script, the second comes with it, each as an element and by its data form.
      const elements = ['a', 'b'].map(
        (at) => `<loop-embed gif="${at}-${slug}-${id}" loading="eager"></loop-embed>
<div data-loop-embed="${at}-plain-${slug}-${id}" data-loading="eager"></div>`,
      )
      await open(comment(name) + elements[0] + loader(product) + comment(name) + elements[1])
      const framed = () =>
        watched.requests.filter((url) => /\/embed\/|evil/.test(url)).map((url) => url.split('?')[0])
      const wanted = ['a', 'a-plain', 'b', 'b-plain'].map((at) => `${product}/embed/${at}-${slug}-${id}`)
      await expect.poll(() => framed().sort()).toEqual(wanted.sort())
      expect(watched.said).toEqual([])
    })
  }
})

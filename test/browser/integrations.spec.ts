import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { build, type Plugin } from 'esbuild'
import { root } from '../../tools/steps/run-step.ts'
import { SHARED, sharedTest as test } from './set-ups.ts'

// The ready parts (`integrations/`), each in a page of its host, with the host's own package where there is one.

const WAVE = 'hello-wave-IfhslxooESNL'
const ADDRESS = `${SHARED}/gifs/${WAVE}`

/** Discourse's modules have no package: what the part asks of them. */
const DISCOURSE: Readonly<Record<string, string>> = {
  'discourse/lib/api': 'export const apiInitializer = (run) => (globalThis.initialize = run)',
  'discourse/lib/load-script':
    'export default (src) => document.head.append(Object.assign(document.createElement("script"), { src }))',
}

const discourse: Plugin = {
  name: 'discourse',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^discourse\// }, ({ path }) => ({ path, namespace: 'discourse' }))
    onLoad({ filter: /.*/, namespace: 'discourse' }, ({ path }) => ({ contents: DISCOURSE[path] ?? '' }))
  },
}

/** A page's script, with the hosts' packages. `ORIGIN` is the installation. */
async function bundled(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: join(root, 'test') },
    bundle: true,
    write: false,
    format: 'esm',
    nodePaths: [join(root, 'test/node_modules')],
    define: { ORIGIN: JSON.stringify(SHARED), 'process.env.NODE_ENV': '"production"' },
    plugins: [discourse],
  })
  return outputFiles[0]?.text ?? ''
}

const part = (path: string) => readFileSync(join(root, 'integrations', path), 'utf8')

/** Opens a host's page on localhost, which is another site than the installation; its script runs before this returns. */
async function open(page: Page, body: string, script: string, files: Record<string, string> = {}) {
  const all: Record<string, string> = {
    '/': `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,">${body}
      <script async src="${SHARED}/loopframe.js"></script><script type="module" src="/page.js"></script>`,
    '/page.js': await bundled(script),
    ...files,
  }
  const server = createServer(({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://host')
    const type = pathname.endsWith('.js') ? 'javascript' : pathname.endsWith('.css') ? 'css' : 'html'
    response.setHeader('Content-Type', `text/${type}; charset=utf-8`).end(all[pathname] ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  page.once('close', () => void server.close())
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`)
}

const paste = (page: Page, text: string) =>
  page
    .locator('#editor [contenteditable], #editor[contenteditable]')
    .first()
    .evaluate((target, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, text)

const plays = (page: Page) =>
  expect(page.locator('loop-embed').first().frameLocator('iframe').locator('#embed')).toBeVisible()

test('Tiptap: a pasted address becomes a live GIF, which its HTML keeps', async ({ page }) => {
  await open(
    page,
    '<div id="editor"></div>',
    `import { Editor, Node } from '@tiptap/core'
     import { LoopEmbed } from '../integrations/tiptap/loop-embed.js'
     const paragraph = { group: 'block', content: 'inline*', parseHTML: () => [{ tag: 'p' }], renderHTML: () => ['p', 0] }
     globalThis.editor = new Editor({ element: document.querySelector('#editor'), content: '<p>Hello</p>', extensions: [
       Node.create({ name: 'doc', topNode: true, content: 'block+' }), Node.create({ name: 'paragraph', ...paragraph }),
       Node.create({ name: 'text', group: 'inline' }), LoopEmbed.configure({ origin: ORIGIN })] })
     editor.commands.focus('end')`,
  )
  await paste(page, ADDRESS)
  await plays(page)
  const html = await page.evaluate('editor.getHTML()')
  expect(html).toContain(`gif="${WAVE}"`)
  expect(html).toContain(`<a href="${ADDRESS}">GIF</a>`)
  await page.evaluate('editor.commands.setContent(editor.getHTML())')
  expect(await page.evaluate('editor.getHTML()')).toBe(html)
  await page.evaluate('editor.commands.setLoopEmbed({ gif: "IfhslxooESNL", title: "A blob" })')
  await expect(page.locator('loop-embed[title="A blob"]')).toHaveAttribute('gif', 'IfhslxooESNL')
})

test('Lexical: a pasted address and the command become live GIFs, which its JSON keeps', async ({ page }) => {
  await open(
    page,
    '<div id="editor" contenteditable></div>',
    `import { $createParagraphNode, $getRoot, createEditor } from 'lexical'
     import { INSERT_LOOP_EMBED, LoopEmbedNode, registerLoopEmbed } from '../integrations/lexical/loop-embed.js'
     const editor = (globalThis.editor = createEditor({ nodes: [LoopEmbedNode], onError: (error) => { throw error } }))
     editor.setRootElement(document.querySelector('#editor'))
     registerLoopEmbed(editor, { origin: ORIGIN })
     globalThis.insert = (more) => editor.dispatchCommand(INSERT_LOOP_EMBED, more)
     editor.update(() => void $getRoot().append($createParagraphNode()).selectEnd(), { discrete: true })`,
  )
  await paste(page, ADDRESS)
  await plays(page)
  await page.evaluate('insert({ gif: "IfhslxooESNL", title: "A blob" })')
  await expect(page.locator('loop-embed[title="A blob"]')).toHaveAttribute('gif', 'IfhslxooESNL')
  const state = await page.evaluate('JSON.stringify(editor.getEditorState())')
  expect(state).toContain(`"gif":"${WAVE}"`)
  expect(
    await page.evaluate('JSON.stringify(editor.parseEditorState(JSON.stringify(editor.getEditorState())))'),
  ).toBe(state)
})

test('Matrix: what is chosen in the widget is sent to the room by its client', async ({ page }) => {
  await open(
    page,
    '<iframe name="widget" width="480" height="480" allow="clipboard-write"></iframe>',
    `import { ClientWidgetApi, Widget, WidgetDriver } from 'matrix-widget-api'
     globalThis.sent = []
     class Client extends WidgetDriver {
       async validateCapabilities(asked) { return asked }
       async sendEvent(type, content) { sent.push({ type, content }); return { roomId: '!r:host.test', eventId: '$e' } }
     }
     // The widget is on another host than its client.
     const url = location.origin.replace('localhost', '127.0.0.1') + '/widget.html'
     const widget = new Widget({ id: 'gifs', creatorUserId: '@ann:host.test', type: 'm.custom', url })
     const frame = document.querySelector('iframe')
     new ClientWidgetApi(widget, frame, new Client())
     frame.src = url + '?widgetId=gifs&parentUrl=' + encodeURIComponent(location.href)`,
    {
      '/widget.html': part('matrix/widget.html').replace('https://loop.example', SHARED),
      '/widget.css': part('matrix/widget.css'),
      '/widget.bundle.js': await bundled(part('matrix/widget.js')),
    },
  )
  const picker = page.frameLocator('[name="widget"]').locator('loop-picker').frameLocator('iframe')
  await expect(picker.locator('#picker')).toHaveAttribute('data-ready', '')
  const alt = await picker.locator('.loop-tile img').first().getAttribute('alt')
  await picker.locator('.loop-tile').first().click()
  await expect.poll(() => page.evaluate('sent')).toHaveLength(1)
  const [{ type, content }] = (await page.evaluate('sent')) as [{ type: string; content: { body: string } }]
  expect({ type, content }).toEqual({
    type: 'm.room.message',
    content: { msgtype: 'm.text', body: expect.any(String) },
  })
  expect(content.body.split('\n')).toEqual([alt, expect.stringContaining(`${SHARED}/`)])
})

test('WordPress: the block is stored, read again, and made from a pasted address', async ({ page }) => {
  await open(
    page,
    '',
    `import * as blocks from '@wordpress/blocks'
     import { createElement } from 'react'
     import metadata from '../integrations/wordpress/block.json'
     window.wp = { blocks, element: { createElement }, blockEditor: { useBlockProps: () => ({}) }, components: { TextControl: 'input' } }
     window.loopframeUrl = ORIGIN
     blocks.unstable__bootstrapServerSideBlockDefinitions({ [metadata.name]: metadata })
     await import('../integrations/wordpress/block.js')
     const stored = blocks.serialize(blocks.createBlock(metadata.name, { gif: '${WAVE}', title: 'A blob' }))
     const [read] = blocks.parse(stored)
     const made = blocks.rawHandler({ HTML: '<p>${ADDRESS}</p>' })
     globalThis.found = { stored, read, made, type: blocks.getBlockType(metadata.name) }`,
  )
  await expect.poll(() => page.evaluate('Boolean(globalThis.found)')).toBe(true)
  expect(await page.evaluate('found.stored')).toBe(
    `<!-- wp:loopframe/embed {"gif":"${WAVE}","title":"A blob"} /-->`,
  )
  expect(await page.evaluate('[found.read.isValid, found.read.attributes.gif, found.type.category]')).toEqual(
    [true, WAVE, 'embed'],
  )
  expect(await page.evaluate('found.made.map(({ name, attributes }) => [name, attributes.gif])')).toEqual([
    ['loopframe/embed', WAVE],
  ])
})

test('Discourse, with stand-ins for its plugin API: previews play, and the composer gets what is chosen', async ({
  page,
}) => {
  await open(
    page,
    `<article><aside class="onebox" data-onebox-src="${ADDRESS}">A card</aside><aside class="onebox" data-onebox-src="https://a.example/gifs/x">Another</aside></article>`,
    `window.settings = { loopframe_url: ORIGIN }
     window.themePrefix = (key) => 'theme.' + key
     await import('../integrations/discourse/javascripts/discourse/api-initializers/loopframe.js')
     globalThis.added = []
     initialize({
       decorateCookedElement: (decorate) => decorate(document.querySelector('article')),
       onToolbarCreate: (make) => make({ addButton: (button) => (globalThis.button = button) }),
     })`,
  )
  await plays(page)
  await expect(page.locator('aside')).toHaveText('Another')
  await page.evaluate('button.perform({ addText: (text) => added.push(text) })')
  // It opens below what is in view, and a headless shell scrolls no page around a frame of another site.
  await page.locator('loop-picker').scrollIntoViewIfNeeded()
  const picker = page.locator('loop-picker').frameLocator('iframe')
  await expect(picker.locator('#picker')).toHaveAttribute('data-ready', '')
  await picker.locator('.loop-tile').first().click()
  await expect.poll(() => page.evaluate('added.join()')).toContain(`${SHARED}/`)
  await expect(page.locator('loop-picker')).toHaveCount(0)
})

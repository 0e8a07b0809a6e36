/**
 * `npm run pack`: the package `loopframe-server` in `dist/server/`, and its tarball in `dist/`. It has the built product and all code
 * of its own in a few files; what is native or the platform's is installed beside it.
 */
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as esbuild from 'esbuild'
import { buildOnce } from '../steps/local-library.ts'
import { root, runProgram } from '../steps/run-step.ts'
import { makeSite } from './make-site.ts'

const folder = join(root, 'dist/server')

type Package = { version: string; license: string; dependencies: Record<string, string> }
const readPackage = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Package

/** What the package installs, in the versions of the lockfile. */
function manifest() {
  const { version, license, dependencies: ours } = readPackage('package.json')
  const all = { ...readPackage('media/package.json').dependencies, ...ours }
  const names = ['gifenc', 'h264-mp4-encoder', 'miniflare', 'nodemailer', 'sharp', 'sharp-phash']
  return {
    name: 'loopframe-server',
    description: 'A GIF library, player, and API on one machine of your own',
    version,
    license,
    type: 'module',
    bin: { 'loopframe-server': 'bin.js' },
    files: ['bin.js', 'lib', 'site', 'tools'],
    engines: { node: '>=20.19' },
    os: ['linux'],
    dependencies: Object.fromEntries(names.map((name) => [name, all[name]])),
    publishConfig: { access: 'public' },
  }
}

const BIN = `#!/usr/bin/env node
import './lib/server/main.js'
`

/** What bundled CommonJS needs, and what Node 20 lacks. */
const BANNER = `import { createRequire as requireOf } from 'node:module';
const require = requireOf(import.meta.url);
Promise.withResolvers ??= function () {
  const made = {};
  made.promise = new this((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
};
ArrayBuffer.prototype.transfer ??= function (length = this.byteLength) {
  const bytes = new Uint8Array(length);
  bytes.set(new Uint8Array(this, 0, Math.min(length, this.byteLength)));
  return bytes.buffer;
};`

/** `lib/server` is as deep as `tools/server`: both find the package's folder in the same way. */
async function bundle(): Promise<void> {
  const { metafile } = await esbuild.build({
    entryPoints: {
      'lib/server/main': 'tools/server/main.ts',
      'tools/library/encode-child': 'tools/library/encode-child.ts',
    },
    outdir: folder,
    // Each finds the package's folder by its own, which is as deep.
    chunkNames: 'lib/server/[name]-[hash]',
    splitting: true,
    absWorkingDir: root,
    bundle: true,
    minifySyntax: true,
    minifyWhitespace: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    banner: { js: BANNER },
    external: [...Object.keys(manifest().dependencies), 'wrangler'],
    metafile: true,
    logLevel: 'warning',
  })
  const asked = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path))
  if (asked.includes('wrangler')) throw new Error('The package asks for wrangler')
}

await buildOnce()
rmSync(folder, { recursive: true, force: true })
mkdirSync(join(folder, 'tools'), { recursive: true })
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
writeFileSync(join(folder, 'bin.js'), BIN)
chmodSync(join(folder, 'bin.js'), 0o755)
cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
cpSync(join(root, 'docs/one-machine.md'), join(folder, 'README.md'))
cpSync(join(root, 'tools/end-with-parent.mjs'), join(folder, 'tools/end-with-parent.mjs'))
await Promise.all([bundle(), makeSite(join(folder, 'site'))])
process.exit(await runProgram('npm', ['pack', folder, '--pack-destination', join(root, 'dist'), '--silent']))

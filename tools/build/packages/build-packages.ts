/** The packages for npm: the elements' loader, the components for React, and the types of both. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as esbuild from 'esbuild'
import { attributeTypes } from '../../reference/attribute-types.ts'
import { optionPropTypes } from '../../reference/option-tables.ts'
import { common } from '../build-islands.ts'
import { type Ours, PACKAGE_FOLDERS, packageManifests } from './package-manifests.ts'
import { JSX_TYPES, LOADER_TYPES, REACT_ENTRY, REACT_TYPES } from './package-texts.ts'

/** The files whose types partners get, one after the other. */
const TYPES = [
  'shared/picker/picked-gif.ts',
  'islands/partner/element-types.ts',
  'islands/partner/attribute-types.ts',
  'islands/host/message-types.ts',
] as const

/** Every type of the elements as one file that stands alone. */
export function elementTypes(): string {
  const withoutImports = (path: string) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith('import type '))
      .join('\n')
  const texts = [...TYPES.map(withoutImports), attributeTypes()]
  return `${texts.map((text) => text.trim()).join('\n\n')}\n`
}

/**
 * Makes the packages.
 * @param outdir the folder of their folders
 * @param script the path of the built `/loopframe.js`
 */
export async function buildPackages(outdir: string, script: string): Promise<void> {
  const { version, license } = JSON.parse(readFileSync('package.json', 'utf8')) as Ours
  const manifests = packageManifests({ version, license })
  for (const folder of PACKAGE_FOLDERS) {
    mkdirSync(join(outdir, folder), { recursive: true })
    writeFileSync(join(outdir, folder, 'package.json'), `${JSON.stringify(manifests[folder], null, 2)}\n`)
    cpSync(`tools/build/packages/readme/${folder}.md`, join(outdir, folder, 'README.md'))
    cpSync('LICENSE', join(outdir, folder, 'LICENSE'))
  }
  buildTypes(join(outdir, 'types'))
  await buildLoader(join(outdir, 'loopframe'), script)
  await buildReact(join(outdir, 'react'))
}

function buildTypes(outdir: string): void {
  writeFileSync(join(outdir, 'index.d.ts'), elementTypes())
  writeFileSync(join(outdir, 'react.d.ts'), JSX_TYPES)
}

async function buildLoader(outdir: string, script: string): Promise<void> {
  await esbuild.build({
    ...common,
    entryPoints: { index: 'islands/partner/package.ts' },
    outdir,
    target: 'es2022',
  })
  cpSync(script, join(outdir, 'script.js'))
  writeFileSync(join(outdir, 'index.d.ts'), LOADER_TYPES)
}

/** React stays the page's own, and each component is a file of its own. */
async function buildReact(outdir: string): Promise<void> {
  await esbuild.build({
    ...common,
    entryPoints: ['carousel', 'gif', 'grid', 'picker'].map((name) => `islands/react/${name}.tsx`),
    outdir,
    chunkNames: 'parts/[name]-[hash]',
    splitting: true,
    external: ['react', 'react/jsx-runtime'],
    // The shim is for React 17 and, being CommonJS, would ask for React in a way that no browser knows.
    alias: { 'use-sync-external-store/shim/index.js': 'react' },
    banner: { js: '"use client";' },
  })
  await esbuild.build({ ...common, entryPoints: { style: 'islands/react/react.css' }, outdir })
  const props = readFileSync('islands/react/props.ts', 'utf8')
    .replace('./option-props.ts', './option-props.js')
    .replace('../../shared/picker/picked-gif.ts', '@loopframe/types')
  writeFileSync(join(outdir, 'props.d.ts'), props)
  writeFileSync(join(outdir, 'option-props.d.ts'), optionPropTypes())
  writeFileSync(join(outdir, 'style.d.ts'), 'export {}\n')
  writeFileSync(join(outdir, 'loopframe.js'), REACT_ENTRY)
  writeFileSync(join(outdir, 'loopframe.d.ts'), REACT_TYPES)
}

/** `npm run sbom`: what the lockfile installs, as CycloneDX, in dist/sbom.cdx.json. https://cyclonedx.org/specification/overview/ */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './steps/run-step.ts'

const FILE = 'dist/sbom.cdx.json'
const MAX_BYTES = 64 * 1024 * 1024

const sbom = execFileSync(
  'npm',
  ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error'],
  {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: MAX_BYTES,
  },
)
const { components } = JSON.parse(sbom) as { components: unknown[] }
mkdirSync(join(root, 'dist'), { recursive: true })
writeFileSync(join(root, FILE), sbom)
console.log(`${components.length} components in ${FILE}`)

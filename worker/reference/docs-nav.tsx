import { PARTS, partPath } from './calls.ts'

const PAGES = [
  ['/docs', 'Embedding'],
  ...PARTS.map((part) => [partPath(part), part.part ? `API: ${part.name.toLowerCase()}` : 'API'] as const),
] as const

/** The pages of the documentation, on top of each. */
export const DocsNav = ({ here, to }: { here: string; to: (path: string) => string }) => (
  <nav className="docs-pages" aria-label="Documentation">
    {PAGES.map(([path, name]) => (
      <a key={path} href={to(path)} aria-current={path === here ? 'page' : undefined}>
        {name}
      </a>
    ))}
  </nav>
)

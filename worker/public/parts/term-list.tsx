import { searchPath } from '../../../shared/public/browse-path.ts'
import type { PageContext } from '../layout/page-context.ts'

/** Search terms as links. */
export const TermList = ({ context, terms }: { context: PageContext; terms: readonly string[] }) =>
  terms.length > 0 && (
    <ul className="tags">
      {terms.map((term) => (
        <li key={term}>
          <a href={context.to(searchPath(term))}>{term}</a>
        </li>
      ))}
    </ul>
  )

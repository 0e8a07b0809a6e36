import { AppError } from '../../shared/errors.ts'
import { type AppContext, replyJson } from '../http/context.ts'
import { type PageContext, pageContext } from '../public/layout/page.ts'
import { CallSection, TryForm } from './call-section.tsx'
import {
  anchorOf,
  callsOf,
  isFound,
  isIn,
  outline,
  PARTS,
  partName,
  partPath,
  type Reference,
  type ReferenceCall,
  type ReferencePart,
} from './calls.ts'
import { Dialects, DocsNav, readReference, renderDocs, sample, Table, trendingFirst } from './docs.tsx'

/** `/docs/api` and `/docs/api/{part}`. Its examples name the item that is trending most, where one can be read. */
export async function apiReference(c: AppContext): Promise<Response> {
  const name = c.req.param('part') ?? ''
  const part = PARTS.find((each) => each.part === name)
  if (!part) throw new AppError('not-found', 'There is no such page')
  const [{ gif }, reference] = await Promise.all([trendingFirst(c), readReference(c)])
  const context = pageContext(c)
  const find = (c.req.query('find') ?? '').slice(0, FIND_MAX_CHARS).trim()
  const item = gif && { id: gif.id, slug: gif.slug || gif.id }
  return renderDocs(c, {
    path: partPath(part),
    title: partName(`${context.brand} API`, part),
    description: `Every call of the ${context.brand} API: what it takes, what it answers, with examples.`,
    scripts: ['reference'],
    content: <ApiPage context={context} part={part} find={find} item={item} reference={reference} />,
  })
}

/** `/docs/api.json`: the same as an OpenAPI document. */
export const referenceJson = async (c: AppContext): Promise<Response> =>
  replyJson(c, await readReference(c), 200, {
    'Cache-Control': 'public, max-age=300',
    // Tools read it from wherever they are.
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })

/** What the filter takes at most. */
const FIND_MAX_CHARS = 60

type Item = { id: string; slug: string }
type Props = {
  context: PageContext
  part: ReferencePart
  find: string
  item: Item | undefined
  reference: Reference
}

/** Makes examples name this host, and an item that is there. */
const namesOf =
  (publicUrl: string, { id, slug }: Item) =>
  (text: string) =>
    text
      .replaceAll(encodeURIComponent(sample.host), encodeURIComponent(publicUrl))
      .replaceAll(sample.host, publicUrl)
      .replaceAll(sample.slug, slug)
      .replaceAll(sample.id, id)

/** `/docs/api` and its parts: every call, readable without a script; with one, reads can be tried where they are. */
function ApiPage({ context, part, find, item = sample, reference }: Props) {
  const { brand, publicUrl, to } = context
  const calls = callsOf(reference)
  const all = calls.filter((call) => isIn(part, call))
  const shown = all.filter((call) => isFound(call, find))
  const chapters = reference.tags
    .map((tag) => ({ ...tag, calls: shown.filter(({ operation }) => operation.tags.includes(tag.name)) }))
    .filter((chapter) => chapter.calls.length > 0)
  const named = namesOf(publicUrl, item)
  return (
    <div className="api" lang="en">
      <DocsNav here={partPath(part)} to={to} />
      <h1>{partName(`${brand} API`, part)}</h1>
      <Lead part={part} calls={calls} />
      <FindForm part={part} find={find} count={shown.length} all={all.length} />
      <div className="api-columns">
        <CallNav part={part} chapters={chapters} />
        <div className="api-calls">
          {!part.part && <TryForm />}
          <General />
          {!part.part && <Dialects publicUrl={publicUrl} />}
          {chapters.map(({ name, description, calls: own }) => (
            <section key={name} aria-labelledby={anchorOf(name)} data-chapter={anchorOf(name)}>
              <h2 id={anchorOf(name)}>{name}</h2>
              <p className="note">{description}</p>
              {own.map((call) => (
                <CallSection key={call.operation.operationId} {...{ call, publicUrl, named }} />
              ))}
            </section>
          ))}
          <Shapes schemas={reference.components.schemas} />
        </div>
      </div>
    </div>
  )
}

type FindFormProps = { part: ReferencePart; find: string; count: number; all: number }

const FindForm = ({ part, find, count, all }: FindFormProps) => (
  <form className="api-find" action={partPath(part)}>
    <label htmlFor="find">Filter calls</label>
    <input
      id="find"
      type="search"
      name="find"
      defaultValue={find}
      maxLength={FIND_MAX_CHARS}
      autoComplete="off"
    />
    <output htmlFor="find" data-count={all}>
      {`${count} of ${all} calls`}
    </output>
    <button type="submit">Filter</button>
  </form>
)

type Chapter = Reference['tags'][number] & { calls: readonly ReferenceCall[] }

const NavLink = ({ id, name }: { id: string; name: string }) => (
  <li>
    <a href={`#${id}`}>{name}</a>
  </li>
)

const CallNav = ({ part, chapters }: { part: ReferencePart; chapters: readonly Chapter[] }) => (
  <nav className="api-nav" aria-label="Calls">
    <ul>
      <NavLink id="errors" name="Errors and lists" />
      {!part.part && <NavLink id="dialects" name="Tenor and KLIPY" />}
      {chapters.map(({ name, calls: own }) => (
        <li key={name} data-chapter={anchorOf(name)}>
          <a href={`#${anchorOf(name)}`}>{name}</a>
          <ul>
            {own.map(({ operation: { operationId: id } }) => (
              <NavLink key={id} id={id} name={id} />
            ))}
          </ul>
        </li>
      ))}
      <NavLink id="shapes" name="Shapes" />
    </ul>
  </nav>
)

const LEADS: Record<ReferencePart['part'], string> = {
  '': 'Calls that anyone may make. Clients of GIPHY’s, Tenor’s, and KLIPY’s public APIs work unchanged. ',
  'signed-in': 'Calls that need an account: a session in the browser, or an API token created at /account. ',
  staff: 'Calls that moderators and staff may make. ',
}

/** What a part is about, and where the others are. */
function Lead({ part: { part }, calls }: { part: ReferencePart; calls: readonly ReferenceCall[] }) {
  const counts = PARTS.map((each) => `${each.name}: ${calls.filter((call) => isIn(each, call)).length} calls`)
  return (
    <p className="lead">
      {LEADS[part]}
      {`${counts.join(', ')}. All of them as `}
      <a href="/docs/api.json">OpenAPI 3.1</a>.
    </p>
  )
}

/** What holds for every call. */
const General = () => (
  <section aria-labelledby="errors">
    <h2 id="errors">Errors and lists</h2>
    <p>
      An error has a <code>kind</code>, a <code>message</code>, and a <code>detail</code> for each wrong
      field. Below /v1 and /v2, it has GIPHY’s shape, with the same status in <code>meta</code>. Any call may
      return:
    </p>
    <Table
      head={['Status', 'When']}
      rows={[
        ['405', 'The method isn’t allowed. Allow lists the ones that are.'],
        ['429', 'Too many requests. Retry-After says how many seconds to wait.'],
        ['502', 'A service behind this one gave a bad response.'],
        ['503', 'The service is unavailable. Retry-After says when to try again.'],
      ]}
    />
    <p>
      Reads below /v1 and /v2 are open to every origin. All other calls are for pages of this host and for
      tokens. A write with a session sends the value of the cookie <code>csrftoken</code> in{' '}
      <code>X-CSRFToken</code>. Lists in a query are indexed: <code>a[0]=x&amp;a[1]=y</code>.
    </p>
  </section>
)

const Shapes = ({ schemas }: Reference['components']) => (
  <section aria-labelledby="shapes">
    <h2 id="shapes">Shapes</h2>
    <p className="note">The objects in responses, field by field.</p>
    {Object.entries(schemas).map(([name, schema]) => (
      <details key={name} id={`shape-${name}`}>
        <summary>
          <code>{name}</code>
        </summary>
        <pre>{outline(schema)}</pre>
      </details>
    ))}
  </section>
)

import type { Context } from 'hono'
import type {
  CountSearch,
  Identify,
  JobQueue,
  Origin,
  PartnerKeys,
  UploadsOrigin,
} from '../shared/server/origin.ts'
import type { Language } from '../shared/texts/texts.ts'
import type { Bindings, Config } from './env.ts'
import type { PingbackSink } from './pingbacks/sink.ts'
import type { Direct } from './provider/direct.ts'
import type { Provider } from './provider/provider.ts'
import type { Restricted } from './provider/restricted.ts'
import type { Vimeo } from './provider/vimeo.ts'
import type { BindingStates } from './report/binding-states.ts'
import type { Monitor } from './report/monitor.ts'
import type { UpstreamTime } from './report/request-line.ts'
import type { Upstreams } from './upstreams/upstreams.ts'

/** The kind of response that a path gives: it decides the headers, and the form of a failure. */
export type ResponseClass =
  | 'embed'
  | 'page'
  | 'people'
  | 'admin'
  | 'api'
  | 'tenor'
  | 'klipy'
  | 'oembed'
  | 'site'
  | 'pingback'
  | 'media'
  | 'static'
  | 'plain'

/** Everything that routes depend on. `index.ts`, or a test, creates it once per isolate. */
export type Services = {
  config: Config
  upstreams: Upstreams
  provider: Provider
  /** The provider that pages call from the browser; undefined where the Worker itself may. */
  direct: Direct | undefined
  /** Who is signed in at the embedded site; undefined where the site is elsewhere, or has no database. */
  identify: Identify | undefined
  /** Serves the library's files, those of hidden items to few. A missing file is a response, not an error. */
  media: Origin
  /** Takes in files; undefined without a library of our own. */
  uploads: UploadsOrigin | undefined
  /** Loaded by the first pingback: an embed's request never pays for it. */
  pingbacks: () => PingbackSink | Promise<PingbackSink>
  /** The embedded site's work for after a response; undefined without a database. */
  jobs: (() => JobQueue | Promise<JobQueue>) | undefined
  /** Counts searches for moderators; undefined where the site is elsewhere, or has no database. */
  searches: (() => CountSearch | Promise<CountSearch>) | undefined
  /** Partners' keys; undefined where the site is elsewhere, or has no database. */
  partnerKeys: (() => PartnerKeys | Promise<PartnerKeys>) | undefined
  vimeo: Vimeo
  /** Logs and reports responses, where either is configured. */
  monitor: Monitor | undefined
  /** The state of each binding, for `/healthz`. */
  bindings: BindingStates
}

/** The types of Hono's context: the bindings, and the variables that middleware sets. */
export type App = {
  Bindings: Bindings
  Variables: {
    services: Services
    requestId: string
    /** Scheme and host that absolute URLs start with: the configured one, else the request's own. */
    publicUrl: string
    responseClass: ResponseClass
    times?: UpstreamTime[]
    /** What a partner's key lets a request to the API read; unset where none is needed. */
    partner?: Restricted
    /** The call's path pattern, where one route serves many calls. */
    route?: string
    /** Set by `worker/http/language.ts` on routes with `language`, and for error pages. */
    language: Language
  }
}

/** What a handler gets of its request. */
export type AppContext = Context<App>

import type { Transport } from '../shared/net/transport.ts'
import type { Language } from '../shared/texts/texts.ts'
import type { Bindings, Config } from './env.ts'
import type { PingbackSink } from './pingbacks/sink.ts'
import type { Provider } from './provider/provider.ts'
import type { Vimeo } from './provider/vimeo.ts'
import type { EmbedMemo, WidgetMemo } from './render/page-memo.ts'
import type { Monitor } from './report/monitor.ts'
import type { UpstreamTime } from './report/request-line.ts'
import type { Upstreams } from './upstreams/upstreams.ts'

/** The kind of response that a path gives: it decides the headers, and the form of a failure. */
export type ResponseClass =
  | 'embed'
  | 'page'
  | 'api'
  | 'oembed'
  | 'site'
  | 'pingback'
  | 'media'
  | 'static'
  | 'plain'

/** What the routes work with; made once per isolate by `index.ts`, or by a test. */
export type Services = {
  config: Config
  upstreams: Upstreams
  provider: Provider
  /** The library's files; its own errors are responses too. */
  media: Transport
  /** Pages that are drawn already. */
  widgets: WidgetMemo
  embeds: EmbedMemo
  /** Loaded by the first pingback: an embed's request never pays for it. */
  pingbacks: () => PingbackSink | Promise<PingbackSink>
  vimeo: Vimeo
  /** Logs and reports responses, where either is configured. */
  monitor: Monitor | undefined
  /** The state of each binding, for `/healthz`. */
  bindings: Record<string, boolean>
}

/** The types that travel through Hono: bindings, and what middleware leaves for the route. */
export type App = {
  Bindings: Bindings
  Variables: {
    services: Services
    requestId: string
    /** Scheme and host that absolute URLs start with: the configured one, else the request's own. */
    publicUrl: string
    responseClass: ResponseClass
    times?: UpstreamTime[]
    /** The pattern of the call, where a route stands for many. */
    route?: string
    /** What `worker/http/language.ts` found; only its routes have one, and pages for failures. */
    language: Language
  }
}
